/** One signal for several callers who share a piece of work: it aborts when all of them have disconnected. */
export interface SharedSignal {
  readonly signal: AbortSignal
  /** Adds a caller; one without a signal of its own keeps the work running. */
  join(signal: AbortSignal | undefined): void
}

export function createSharedSignal(): SharedSignal {
  const controller = new AbortController()
  let present = 0
  return {
    signal: controller.signal,
    join(signal) {
      if (signal?.aborted) return
      present++
      const leave = () => {
        present--
        if (present === 0) controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
    },
  }
}
