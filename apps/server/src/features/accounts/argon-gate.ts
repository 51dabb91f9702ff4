import { AppError } from '../../app-error.ts'

/** Bounds how many run at once, and how many wait for that. */
export interface Gate {
  /** @throws AppError UNAVAILABLE at once when as many wait as may */
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** Long enough for the queue to drain, as Argon2id takes about a quarter of a second. */
const retryAfter = 5

/**
 * Every Argon2id of this process passes one gate: each takes 64 MiB and a thread, and files are read on the same
 * threads, so a crowd of sign-ins would otherwise stall everything else.
 */
export function createGate(bounds: { readonly running: number; readonly waiting: number }): Gate {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async () => {
    if (running < bounds.running) {
      running++
      return
    }
    if (waiting.length >= bounds.waiting) throw new AppError('UNAVAILABLE', { retryAfter })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** Hands the place on to who waits longest, so that nobody slips in between. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async pass(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
