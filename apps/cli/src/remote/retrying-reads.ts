const maxTries = 3
const budgetMs = 5_000
const firstPauseMs = 250
/** A proxy whose server restarts, a server that is about to stop, a limit that ends within seconds. */
const passing: readonly number[] = [429, 502, 503]
const passingFaults: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'EAI_AGAIN']

const codeOf = (error: unknown): unknown => {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? cause.code : null
}

/** The delay that the response asks for, in milliseconds, or null. */
const askedPause = (answer: Response): number | null => {
  const text = answer.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

const pause = async (ms: number, signal: AbortSignal | null | undefined) => {
  const { setTimeout: sleep } = await import('node:timers/promises')
  await sleep(ms, undefined, signal ? { signal } : {})
}

/**
 * Retries a read up to three times within five seconds after a temporary failure. A write is tried once: it may have
 * arrived although its response did not.
 */
export function retryingReads(send: typeof fetch): typeof fetch {
  return async (address, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(address, init)
    const end = Date.now() + budgetMs
    for (let tries = 1; ; tries++) {
      const jittered = firstPauseMs * 4 ** (tries - 1) * (0.5 + Math.random())
      let pauseMs = jittered
      try {
        const answer = await send(address, init)
        if (!passing.includes(answer.status)) return answer
        pauseMs = Math.max(jittered, askedPause(answer) ?? 0)
        if (tries === maxTries || Date.now() + pauseMs > end) return answer
      } catch (error) {
        if (!passingFaults.includes(codeOf(error))) throw error
        if (tries === maxTries || Date.now() + pauseMs > end) throw error
      }
      await pause(pauseMs, init?.signal)
    }
  }
}
