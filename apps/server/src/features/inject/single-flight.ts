/**
 * Lets identical calls that arrive together share one piece of work. The work starts after the event loop has read all
 * waiting input, so its reads happen after each of those calls arrived. Nothing is cached.
 */
export interface SingleFlight<T> {
  /** Runs `work`, or joins the work of the same name that is about to start. */
  run(name: string, work: () => Promise<T>): Promise<T>
}

/** @param yieldTogether resolves when the event loop has read all waiting input */
export function createSingleFlight<T>(yieldTogether: () => Promise<void>): SingleFlight<T> {
  const boarding = new Map<string, { readonly landed: Promise<T> }>()
  const fly = async (name: string, quiet: Promise<void>, work: () => Promise<T>) => {
    await quiet
    boarding.delete(name)
    return await work()
  }
  return {
    run(name, work) {
      const quiet = yieldTogether()
      const known = boarding.get(name)
      if (known) return known.landed
      const landed = fly(name, quiet, work)
      boarding.set(name, { landed })
      return landed
    },
  }
}
