/**
 * The time between the signal to stop and stopping: the server serves every call, but reports itself as not ready, so
 * that a load balancer sends its callers elsewhere first.
 */
export interface Drain {
  isDraining(): boolean
  /** Starts the drain. Resolves after its time, or when `end` is called. */
  begin(ms: number): Promise<void>
  /** Ends a drain early. */
  end(): void
}

export function createDrain(): Drain {
  const ended = Promise.withResolvers<void>()
  let draining = false
  return {
    isDraining: () => draining,
    async begin(ms) {
      draining = true
      const timer = setTimeout(ended.resolve, ms)
      await ended.promise
      clearTimeout(timer)
    },
    end: ended.resolve,
  }
}
