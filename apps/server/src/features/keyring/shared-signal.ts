/** One signal for several callers who share a piece of work. It aborts when all of them have disconnected. */
export interface SharedSignal {
  readonly signal: AbortSignal
  /** Adds a caller. A caller without a signal keeps the work going. */
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
