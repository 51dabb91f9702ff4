import { type Api, createApi } from '../connection/api/api.ts'
import { type EarlyAnswers, withEarlyAnswers } from '../connection/api/early-answers.ts'
import { createSessionStore, type SessionStore } from '../connection/session/session-store.ts'
import { createStepUpPrompt, type StepUpPrompt } from '../connection/session/step-up-prompt.ts'

/** What the operator's page knows: the session of this browser and the API. No code of the vault reaches it. */
export interface OperatorConnection {
  readonly api: Api
  readonly session: SessionStore
  readonly stepUpPrompt: StepUpPrompt
}

export function createOperatorConnection(storage: Storage, early?: EarlyAnswers): OperatorConnection {
  const session = createSessionStore(storage)
  const stepUpPrompt = createStepUpPrompt()
  const api = createApi({
    session,
    stepUpPrompt,
    fetch: withEarlyAnswers(early, (input, init) => fetch(input, init)),
    // Also after an hour without activity: then only operator calls are rejected.
    onSignedOut: () => {
      session.clear()
      const here = window.location.pathname + window.location.search
      window.location.replace(`/login?next=${encodeURIComponent(here)}`)
    },
    onSuspended: () => {},
    onRejected: () => {},
  })
  // Signing out or in in another tab changes who this page is for.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && (key !== 'token' || newValue === session.read()?.token)) return
    if (newValue !== null && session.adopt()) return
    window.location.reload()
  })
  return { api, session, stepUpPrompt }
}
