/** A timer for a longer time fires immediately. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Resolves after some milliseconds, or after the 24 days that a timer can take.
 * @throws the signal's reason when it is aborted before
 */
export const pause = (ms: number, signal?: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, maxTimerMs),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
