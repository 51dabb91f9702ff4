/**
 * Lets identical calls that arrive together share one piece of work: it starts once the event loop has taken in what
 * is waiting, so whatever it reads is read after each of those calls arrived. Nothing is kept afterwards.
 */
export interface SingleFlight<T> {
  /** Runs `work`, or joins the work of the same name that is about to start. */
  run(name: string, work: () => Promise<T>): Promise<T>
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const starting = new Map<string, Promise<T>>()
  return {
    run(name, work) {
      const joined = starting.get(name)
      if (joined !== undefined) return joined
      const { promise, resolve } = Promise.withResolvers<void>()
      setImmediate(() => {
        starting.delete(name)
        resolve()
      })
      const started = promise.then(work)
      starting.set(name, started)
      return started
    },
  }
}
