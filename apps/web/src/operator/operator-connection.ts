import type { QueryClient } from '@tanstack/react-query'
import { type Api, createApi } from '../connection/api/api.ts'
import { type EarlyAnswers, withEarlyAnswers } from '../connection/api/early-answers.ts'
import { createQueryClient } from '../connection/api/query-client.ts'
import { createSessionStore, type SessionStore } from '../connection/session/session-store.ts'
import { createStepUpPrompt, type StepUpPrompt } from '../connection/session/step-up-prompt.ts'
import { carryToast } from '../ui/carry-toast.ts'

/** What the operator's page knows: the session of this browser and the API. No code of the vault reaches it. */
export interface OperatorConnection {
  readonly api: Api
  readonly session: SessionStore
  readonly stepUpPrompt: StepUpPrompt
  readonly queries: QueryClient
}

export function createOperatorConnection(storage: Storage, early?: EarlyAnswers): OperatorConnection {
  const session = createSessionStore(storage)
  const stepUpPrompt = createStepUpPrompt()
  const queries = createQueryClient()
  const api = createApi({
    session,
    stepUpPrompt,
    fetch: withEarlyAnswers(early, (input, init) => fetch(input, init)),
    // Also after an hour without activity: then only operator calls are rejected.
    onSignedOut: () => {
      session.clear()
      carryToast('info', 'Your session has ended. Please sign in again.')
      const here = window.location.pathname + window.location.search
      window.location.replace(`/login?next=${encodeURIComponent(here)}`)
    },
    // The app shows why.
    onSuspended: () => window.location.replace('/dashboard'),
    onRejected: () => {},
  })
  // Signing out or in in another tab changes who this page is for.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && (key !== 'token' || newValue === session.read()?.token)) return
    if (newValue !== null && session.adopt()) return
    window.location.reload()
  })
  return { api, session, stepUpPrompt, queries }
}
