/**
 * The only module that calls the API and knows the session and the vault. `main.tsx` creates it once; the rest of the
 * app reads it through `use-connection.ts`.
 */
import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createStore, type Store } from '../ui/create-store.ts'
import { toast } from '../ui/feedback/toast.ts'
import { type Api, createApi } from './api/api.ts'
import { type PreloadedResponses, withPreloadedResponses } from './api/preloaded-responses.ts'
import { createQueryClient, secretKey } from './api/read-query.ts'
import { type SessionState, sessionStateKey } from './session/load-session.ts'
import {
  createProtectionPrompt,
  createStepUpPrompt,
  type ProtectionPrompt,
  type StepUpPrompt,
} from './session/prompts.ts'
import {
  createDeviceTokens,
  createSessionStore,
  type DeviceTokens,
  isSameAccount,
  type SessionStore,
  sessionId,
} from './session/session-store.ts'
import { createUnsavedStore, type UnsavedStore } from './unsaved/unsaved-store.ts'
import { type AutoLock, createAutoLock } from './vault/auto-lock.ts'
import {
  createUnlockPrompt,
  createVaultStore,
  createWithUnlockedVault,
  type UnlockPrompt,
  type VaultStore,
  vaultHeader,
  type WithUnlockedVault,
} from './vault/with-unlocked-vault.ts'

export interface Connection {
  readonly api: Api
  readonly session: SessionStore
  /** The session ended while its page was in use: input is kept until the user signs in again. */
  readonly sessionExpired: Store<boolean>
  readonly vault: VaultStore
  /** Why the vault was locked, where that needs a word; null once it is read or the vault is open again. */
  readonly lockReason: Store<string | null>
  readonly unlockPrompt: UnlockPrompt
  readonly stepUpPrompt: StepUpPrompt
  readonly protectionPrompt: ProtectionPrompt
  readonly withUnlockedVault: WithUnlockedVault
  readonly queries: QueryClient
  readonly autoLock: AutoLock
  readonly unsaved: UnsavedStore
  readonly deviceTokens: DeviceTokens
  /** Forgets the master password and everything read with it, in every tab. */
  lockVault(): void
  /** The account is suspended: locks the vault, and the layout shows nothing but what such an account may open. */
  confine(): void
  /**
   * Keeps what is typed here until its user signs in again, if another tab removed the session because it had ended.
   * Returns whether it was that, and this page is in use.
   */
  expireWithOtherTab(): boolean
  /** Clears the session, the master password and all cached data. */
  forget(): void
}

/** The session that a tab removed because the server had ended it, and not because its user signed out. */
const endedKey = 'ended-session'

interface Options {
  readonly storage: Storage
  /** Calls sent before the app ran. */
  readonly early?: PreloadedResponses | undefined
  readonly onSignedOut: () => void
  readonly onSuspended: (queries: QueryClient) => void
  /** A call of the signed-in user was rejected. */
  readonly onRejected: (queries: QueryClient, endpoint: string, code: ErrorCode) => void
}

export function createConnection({ storage, early, ...on }: Options): Connection {
  const session = createSessionStore(storage)
  const sessionExpired = createStore(false)
  const vault = createVaultStore()
  const lockReason = createStore<string | null>(null)
  const unlockPrompt = createUnlockPrompt()
  const stepUpPrompt = createStepUpPrompt()
  const protectionPrompt = createProtectionPrompt()
  const queries = createQueryClient()
  const unsaved = createUnsavedStore()
  const autoLock = createAutoLock({
    isOpen: () => vault.read() !== null,
    lock: () => vault.lock(),
    now: () => Date.now(),
    storage,
    channel: new BroadcastChannel('vault'),
  })
  vault.subscribe(autoLock.vaultChanged)
  vault.subscribe(() => vault.read() === null && queries.removeQueries({ queryKey: [secretKey] }))
  vault.subscribe(() => vault.read() === null && toast.dismissWithValues())
  followAccount({ session, sessionExpired, queries })

  const forget = () => {
    unsaved.forget()
    vault.lock()
    session.clear()
    queries.clear()
    sessionExpired.set(false)
    closePrompts({ unlockPrompt, stepUpPrompt, protectionPrompt })
  }
  const confine = () => {
    queries.setQueryData<SessionState>(sessionStateKey, { status: 'suspended' })
    vault.lock()
  }
  const expire = () => {
    const state = queries.getQueryData<SessionState>(sessionStateKey)
    if (state?.status !== 'ready' || state.account === null) return false
    sessionExpired.set(true)
    vault.lock()
    return true
  }
  const api = createApi({
    session,
    vaultHeader: () => vaultHeader(vault.read()),
    stepUpPrompt,
    protectionPrompt,
    fetch: withPreloadedResponses(early, fetch.bind(globalThis)),
    onSuspended: () => {
      confine()
      on.onSuspended(queries)
    },
    onRejected: (endpoint, code) => on.onRejected(queries, endpoint, code),
    onSignedOut: () => {
      if (sessionExpired.read() || expire()) return
      storage.setItem(endedKey, sessionId(session) ?? '')
      forget()
      on.onSignedOut()
    },
  })
  return {
    api,
    session,
    sessionExpired,
    vault,
    lockReason,
    unlockPrompt,
    stepUpPrompt,
    protectionPrompt,
    queries,
    deviceTokens: createDeviceTokens(storage),
    withUnlockedVault: createWithUnlockedVault({ vault, unlockPrompt, lockReason }),
    autoLock,
    unsaved,
    lockVault: autoLock.lockEverywhere,
    confine,
    expireWithOtherTab: () => storage.getItem(endedKey) === sessionId(session) && expire(),
    forget,
  }
}

function closePrompts({
  unlockPrompt,
  stepUpPrompt,
  protectionPrompt,
}: Pick<Connection, 'unlockPrompt' | 'stepUpPrompt' | 'protectionPrompt'>): void {
  if (unlockPrompt.read() !== null) unlockPrompt.settle('closed')
  if (stepUpPrompt.read() !== null) stepUpPrompt.settle(false)
  if (protectionPrompt.read() !== null) protectionPrompt.settle(false)
}

/** Continues the page when its user has signed in again or has another username, here or in another tab. */
function followAccount({
  session,
  sessionExpired,
  queries,
}: Pick<Connection, 'session' | 'sessionExpired' | 'queries'>): void {
  let previous = session.read()
  session.subscribe(() => {
    const [before, now] = [previous, session.read()]
    previous = now
    if (!before || !now || !isSameAccount(before, now)) return
    if (!sessionExpired.read() && before.username === now.username) return
    sessionExpired.set(false)
    void queries.invalidateQueries()
  })
}
