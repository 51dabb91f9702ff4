/** Calls sent before the app ran: their token, their time, and the answer of each path. */
export interface PreloadedResponses {
  readonly authorization: string
  readonly at: number
  readonly answers: Map<string, Promise<Response>>
}

/** Older answers are discarded. */
const maxAgeMs = 10_000

/**
 * A `fetch` that answers the first call of each path with the early answer. Calls with another token, the master
 * password or a condition are sent normally. A call that may change something discards the answers from before it.
 */
export function withPreloadedResponses(
  early: PreloadedResponses | undefined,
  send: typeof fetch,
): typeof fetch {
  if (!early) return send
  return (input, init) => {
    const path = String(input)
    if (methodOf(init) !== 'GET') early.answers.clear()
    const answer = early.answers.get(path)
    const isFresh = Date.now() - early.at < maxAgeMs
    if (!answer || !isFresh || !isPlainRead(early, init)) return send(input, init)
    early.answers.delete(path)
    return abortable(answer, init?.signal ?? null)
  }
}

const methodOf = (init: RequestInit | undefined): string => init?.method ?? 'GET'

function isPlainRead({ authorization }: PreloadedResponses, init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers)
  return (
    methodOf(init) === 'GET' &&
    headers.get('authorization') === authorization &&
    !headers.has('x-master-password') &&
    !headers.has('x-passkey-unlock') &&
    !headers.has('if-none-match')
  )
}

const abortable = <T>(answer: Promise<T>, signal: AbortSignal | null): Promise<T> =>
  signal
    ? new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        if (signal.aborted) reject(signal.reason)
        answer.then(resolve, reject)
      })
    : answer

declare global {
  interface Window {
    preloadedResponses?: PreloadedResponses
  }
}

/** Sends the calls and keeps their answers for `withPreloadedResponses`. */
export function startPreload(token: string, paths: readonly string[]): void {
  const authorization = `Bearer ${token}`
  const headers = { authorization, accept: 'application/json' }
  const answers = new Map<string, Promise<Response>>()
  for (const path of paths) {
    const answer = fetch(path, { headers, redirect: 'error' })
    // The app hears of a failure when it takes the answer; nobody may ever take it.
    answer.catch(() => {})
    answers.set(path, answer)
  }
  window.preloadedResponses = { authorization, at: Date.now(), answers }
}
