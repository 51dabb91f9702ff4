import { yieldToEventLoop } from '../../db/yield-to-event-loop.ts'

/**
 * Lets identical calls that arrive together share one piece of work. The work starts after the event loop has read all
 * waiting input, so its reads happen after each of those calls arrived. Nothing is cached.
 */
export interface SingleFlight<T> {
  /** Runs `work`, or joins the work of the same name that is about to start. */
  run(name: string, work: () => Promise<T>): Promise<T>
}

interface Flight<T> {
  joined: number
  readonly landed: Promise<T>
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const boarding = new Map<string, Flight<T>>()
  return {
    run(name, work) {
      const known = boarding.get(name)
      if (known) {
        known.joined++
        return known.landed
      }
      const start = async () => {
        await yieldToEventLoop(() => boarding.get(name)?.joined ?? 0)
        boarding.delete(name)
        return await work()
      }
      const flight = { joined: 0, landed: start() }
      boarding.set(name, flight)
      return flight.landed
    },
  }
}
