/**
 * Sends a page's first calls while the app's code still loads. It runs before everything else and imports only types,
 * so the paths of the calls are literals here; a test compares them with the contract.
 */
import type { EarlyAnswers } from '../../connection/api/early-answers.ts'

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

const onEachPage = ['/api/auth/session', '/api/auth/master-password/status']

/** The first calls of a page; none for public pages. */
export function earlyPaths(pathname: string): readonly string[] {
  const project = /^\/project\/([1-9]\d{0,14})$/.exec(pathname)?.[1]
  if (project)
    return [...onEachPage, `/api/env/projects/${project}`, `/api/env/projects/${project}/environments`]
  if (pathname === '/dashboard')
    return [...onEachPage, '/api/env/projects', '/api/subscription/status', '/api/env/invitations']
  if (pathname === '/account') return [...onEachPage, '/api/auth/sessions', '/api/personal-tokens']
  return pathname === '/activity' || pathname === '/cli-auth' ? onEachPage : []
}

/** Sends the calls and keeps their answers for `withEarlyAnswers`. */
export function startEarlyCalls(token: string, pathname: string): void {
  const authorization = `Bearer ${token}`
  const headers = { authorization, accept: 'application/json' }
  const answers = new Map<string, Promise<Response>>()
  for (const path of earlyPaths(pathname)) {
    const answer = fetch(path, { headers, redirect: 'error' })
    // Avoids an unhandled rejection: the app may never read this answer.
    answer.catch(() => {})
    answers.set(path, answer)
  }
  window.earlyAnswers = { authorization, at: Date.now(), answers }
}
