/**
 * The one place that talks to the API and knows who is signed in and what is unlocked. `main.tsx` makes it once; the
 * rest of the app reads it through `use-connection.ts`.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { InvitationLink } from '../app/invite/invitation-link.ts'
import { createInvitationLink } from '../app/invite/invitation-link.ts'
import { readAfterRefusal } from '../features/projects/refetch-after-rejection.ts'
import type { Api } from './api.ts'
import { createApi } from './api.ts'
import type { AutoLock } from './auto-lock.ts'
import { createAutoLock } from './auto-lock.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { createDeviceTokens } from './device-tokens.ts'
import type { EarlyAnswers } from './early-answers.ts'
import { withEarlyAnswers } from './early-answers.ts'
import type { SessionState } from './load-session.ts'
import { sessionStateKey } from './load-session.ts'
import { createQueryClient, secretKey } from './query-client.ts'
import type { SessionEnd } from './session-expiry.ts'
import { createSessionEnd } from './session-expiry.ts'
import type { SessionStore } from './session-store.ts'
import { createSessionStore } from './session-store.ts'
import type { PromptStore } from './unlock-prompt.ts'
import { createPromptStore } from './unlock-prompt.ts'
import type { UnsavedStore } from './unsaved-store.ts'
import { createUnsavedStore } from './unsaved-store.ts'
import type { VaultStore } from './vault-store.ts'
import { createVaultStore } from './vault-store.ts'
import type { Gated } from './with-unlocked-vault.ts'
import { createGate } from './with-unlocked-vault.ts'

export interface Connection {
  readonly api: Api
  readonly session: SessionStore
  readonly ended: SessionEnd
  readonly vault: VaultStore
  readonly prompt: PromptStore
  readonly gated: Gated
  readonly queries: QueryClient
  readonly autoLock: AutoLock
  readonly unsaved: UnsavedStore
  readonly invitation: InvitationLink
  readonly deviceTokens: DeviceTokens
  /** Forgets the master password and everything read with it, in every tab. */
  lockVault(): void
  /** Forgets who was signed in, the master password and all that was read. */
  forget(): void
}

interface Options {
  readonly storage: Storage
  /** What the page asked for before the app ran. */
  readonly early?: EarlyAnswers | undefined
  readonly onSignedOut: () => void
  readonly onSuspended: () => void
}

export function createConnection({ storage, early, onSignedOut, onSuspended }: Options): Connection {
  const session = createSessionStore(storage)
  const ended = createSessionEnd()
  const vault = createVaultStore()
  const prompt = createPromptStore()
  const queries = createQueryClient()

  const unsaved = createUnsavedStore()
  const autoLock = createAutoLock({
    isOpen: () => vault.read() !== null,
    lock: () => vault.lock(),
    now: () => Date.now(),
    storage,
    channel: new BroadcastChannel('vault'),
  })
  vault.subscribe(autoLock.turned)

  const dropSecrets = () => queries.removeQueries({ queryKey: [secretKey] })
  vault.subscribe(() => vault.read() === null && dropSecrets())

  const forget = () => {
    unsaved.forget()
    vault.lock()
    session.clear()
    queries.clear()
    ended.set(false)
    if (prompt.isOpen()) prompt.settle('closed')
  }
  const isInUse = () => {
    const state = queries.getQueryData<SessionState>(sessionStateKey(session.read()?.username ?? ''))
    return state?.status === 'ready' && state.account !== null
  }
  const api = createApi({
    session,
    vault,
    fetch: withEarlyAnswers(early, (input, init) => fetch(input, init)),
    onSuspended,
    onRefused: (endpoint, code) => readAfterRefusal(queries, endpoint, code),
    onSignedOut: () => {
      if (ended.read()) return
      if (isInUse()) {
        ended.set(true)
        return vault.lock()
      }
      forget()
      onSignedOut()
    },
  })
  return {
    api,
    session,
    ended,
    vault,
    prompt,
    queries,
    invitation: createInvitationLink(),
    deviceTokens: createDeviceTokens(storage),
    gated: createGate({ vault, prompt }),
    autoLock,
    unsaved,
    lockVault: autoLock.lockEverywhere,
    forget,
  }
}
