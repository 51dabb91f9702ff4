/**
 * Rejects when the signal aborts, although the promise does not. An SDK waits before it retries, and does not end that
 * wait early.
 */
export async function untilAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
