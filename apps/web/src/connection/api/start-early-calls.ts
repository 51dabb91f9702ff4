import type { PreloadedResponses } from './preloaded-responses.ts'

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
