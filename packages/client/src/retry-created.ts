import { ApiError, UnreachableError } from './api-error.ts'

const maxAttempts = 3
const firstPauseMs = 250
const maxPauseMs = 3_000
/** A proxy whose server restarts. */
const passingStatuses: readonly (number | null)[] = [502, 503, 504]

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Whether another attempt may succeed: no answer came, or the first attempt is still being processed. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof ApiError) return error.code === 'REQUEST_IN_PROGRESS' || error.code === 'UNAVAILABLE'
  if (!(error instanceof UnreachableError)) return false
  return error.reason === 'network' || passingStatuses.includes(error.status)
}

const pauseOf = (error: unknown, attempt: number): number => {
  const jittered = firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random())
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.max(asked, jittered)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * Tries a call that creates up to three times. Each attempt sends the same Idempotency-Key, so that what an attempt
 * created whose answer was lost is not created again.
 */
export async function retryCreated<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const pauseMs = pauseOf(error, attempts)
      if (!isPassing(error) || attempts === maxAttempts || pauseMs > maxPauseMs || signal.aborted) throw error
      await pause(pauseMs, signal)
    }
  }
}
