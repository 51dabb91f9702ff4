import { logout } from '@envhold/contract/accounts/accounts.ts'
import { updateOperatorFactor } from '@envhold/contract/operator/instance-settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type Api, createApi } from '../connection/api/api.ts'
import { type PreloadedResponses, withPreloadedResponses } from '../connection/api/preloaded-responses.ts'
import { createQueryClient } from '../connection/api/query-client.ts'
import { createStepUpPrompt, type StepUpPrompt } from '../connection/session/prompts.ts'
import { createSessionStore, type SessionStore } from '../connection/session/session-store.ts'
import { createStore, type ReadableStore } from '../ui/create-store.ts'
import { flashToast } from '../ui/feedback/flash-toast.ts'
import { watchIdle } from './watch-idle.ts'

/** What the operator's page knows: the session of this browser and the API. No code of the vault reaches it. */
export interface OperatorConnection {
  readonly api: Api
  readonly session: SessionStore
  readonly stepUpPrompt: StepUpPrompt
  readonly queries: QueryClient
  /** How often a call was rejected because the role lacks its permission. */
  readonly forbidden: ReadableStore<number>
  /** Whether the server has rejected a call because the account has no second factor. */
  readonly lacksFactor: ReadableStore<boolean>
  /** Ends the session, and leads to signing in. */
  signOut(): void
}

const logoutTimeoutMs = 3_000

export function createOperatorConnection(storage: Storage, early?: PreloadedResponses): OperatorConnection {
  const session = createSessionStore(storage)
  const stepUpPrompt = createStepUpPrompt()
  const queries = createQueryClient()
  const forbidden = createStore(0)
  const lacksFactor = createStore(false)
  const leadToSignIn = () => {
    flashToast('info', 'Your session has ended. Please sign in again.')
    const here = window.location.pathname + window.location.search
    window.location.replace(`/login?next=${encodeURIComponent(here)}`)
  }
  const api = createApi({
    session,
    stepUpPrompt,
    fetch: withPreloadedResponses(early, (input, init) => fetch(input, init)),
    // Also after an hour without activity: then only operator calls are rejected.
    onSignedOut: () => {
      session.clear()
      leadToSignIn()
    },
    // The app shows why.
    onSuspended: () => window.location.replace('/dashboard'),
    onRejected: (name, code) => {
      if (code === 'FORBIDDEN') forbidden.set(forbidden.read() + 1)
      // Requiring one without having one says so in its place.
      if (code === 'SECOND_FACTOR_REQUIRED' && name !== updateOperatorFactor.name) lacksFactor.set(true)
    },
  })
  const endSession = async () => {
    const ended = api.call(logout, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) })
    session.clear()
    queries.clear()
    await ended.catch(() => {})
  }
  watchIdle({ storage, now: Date.now, onIdle: () => void endSession().then(leadToSignIn) })
  // Signing out or in in another tab changes who this page is for.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && (key !== 'token' || newValue === session.read()?.token)) return
    if (newValue !== null && session.adopt()) return
    window.location.reload()
  })
  return {
    api,
    session,
    stepUpPrompt,
    queries,
    forbidden,
    lacksFactor,
    signOut: () => void endSession().then(() => window.location.replace('/login')),
  }
}
