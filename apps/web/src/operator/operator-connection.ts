import { type Api, createApi } from '../connection/api/api.ts'
import { type EarlyAnswers, withEarlyAnswers } from '../connection/api/early-answers.ts'
import { createSessionStore, type SessionStore } from '../connection/session/session-store.ts'

/** What the operator's page knows: the session of this browser and the API. No code of the vault reaches it. */
export interface OperatorConnection {
  readonly api: Api
  readonly session: SessionStore
}

export function createOperatorConnection(storage: Storage, early?: EarlyAnswers): OperatorConnection {
  const session = createSessionStore(storage)
  const api = createApi({
    session,
    vault: { read: () => null },
    fetch: withEarlyAnswers(early, (input, init) => fetch(input, init)),
    onSignedOut: session.clear,
    onSuspended: () => {},
    onRejected: () => {},
  })
  // Signing out or in in another tab changes who this page is for.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && (key !== 'token' || newValue === session.read()?.token)) return
    window.location.reload()
  })
  return { api, session }
}
