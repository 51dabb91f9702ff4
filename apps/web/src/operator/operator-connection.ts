import { ApiError } from '@envhold/client/api-error.ts'
import { type Account, logout, readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { updateOperatorFactor } from '@envhold/contract/operator/instance-settings.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type Api, createApi } from '../connection/api/api.ts'
import { type PreloadedResponses, withPreloadedResponses } from '../connection/api/preloaded-responses.ts'
import { createQueryClient } from '../connection/api/read-query.ts'
import { loadSession } from '../connection/session/load-session.ts'
import { createStepUpPrompt, type StepUpPrompt } from '../connection/session/prompts.ts'
import { createSessionStore, type SessionStore, sessionId } from '../connection/session/session-store.ts'
import { createUnsavedStore, type UnsavedStore } from '../connection/unsaved/unsaved-store.ts'
import type { Operator } from '../features/operator/operator.ts'
import { createStore, type ReadableStore } from '../ui/create-store.ts'
import { flashToast } from '../ui/feedback/flash-toast.ts'

/** What the operator's page knows: the session of this browser and the API. No code of the vault reaches it. */
export interface OperatorConnection {
  readonly api: Api
  readonly session: SessionStore
  readonly stepUpPrompt: StepUpPrompt
  readonly queries: QueryClient
  readonly unsaved: UnsavedStore
  /** How often a call was rejected because the role lacks its permission. */
  readonly forbidden: ReadableStore<number>
  /** Whether the server has rejected a call because the account has no second factor. */
  readonly lacksFactor: ReadableStore<boolean>
  /** Whether this session was left alone in the area for too long: it enters again after another sign-in. */
  wasIdle(): boolean
  /** Ends the session, and leads to signing in, after asking about unsaved input. */
  signOut(): void
}

const logoutTimeoutMs = 3_000
const idleSessionKey = 'operator-idle-session'

export function createOperatorConnection(storage: Storage, early?: PreloadedResponses): OperatorConnection {
  const session = createSessionStore(storage)
  const stepUpPrompt = createStepUpPrompt()
  const queries = createQueryClient()
  const unsaved = createUnsavedStore()
  const forbidden = createStore(0)
  const lacksFactor = createStore(false)
  const leaveFor = (path: string) => {
    unsaved.forget()
    window.location.replace(path)
  }
  let isLeaving = false
  // The session may live: other tabs have the app open, perhaps with unsaved input.
  const leadToSignIn = () => {
    if (isLeaving) return
    isLeaving = true
    flashToast('info', 'Please sign in again to open the operator area.')
    const here = window.location.pathname + window.location.search
    leaveFor(`/login?next=${encodeURIComponent(here)}`)
  }
  const api = createApi({
    session,
    stepUpPrompt,
    fetch: withPreloadedResponses(early, (input, init) => fetch(input, init)),
    // Also after an hour without activity: then only operator calls are rejected.
    onSignedOut: leadToSignIn,
    // The app shows why.
    onSuspended: () => leaveFor('/dashboard'),
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
  const signOut = async () => {
    if (!(await unsaved.mayLeave())) return
    await endSession()
    leaveFor('/login')
  }
  const onIdle = () => {
    storage.setItem(idleSessionKey, sessionId(session) ?? '')
    leadToSignIn()
  }
  watchIdle({ storage, now: Date.now, onIdle })
  // Signing out or in in another tab changes who this page is for.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && (key !== 'token' || newValue === session.read()?.token)) return
    if (newValue !== null && session.adopt()) return
    unsaved.forget()
    window.location.reload()
  })
  return {
    api,
    session,
    stepUpPrompt,
    queries,
    unsaved,
    forbidden,
    lacksFactor,
    wasIdle: () => storage.getItem(idleSessionKey) === sessionId(session),
    signOut: () => void signOut(),
  }
}

const idleMs = 60 * 60_000
const checkMs = 30_000
const inputAtKey = 'operator-input-at'
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

interface Options {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly now: () => number
  readonly onIdle: () => void
}

/**
 * Ends the page after an hour without input in any tab of the area. The server ends operator calls after an hour
 * without one, but a page that fetches its figures again by itself makes some.
 * @returns a function that ends the watch
 */
export function watchIdle({ storage, now, onIdle }: Options): () => void {
  const check = (): boolean => {
    const isIdle = now() - Number(storage.getItem(inputAtKey)) >= idleMs
    if (isIdle) onIdle()
    return isIdle
  }
  // The first input after a laptop slept comes too late.
  const touch = () => check() || storage.setItem(inputAtKey, String(now()))
  storage.setItem(inputAtKey, String(now()))
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  for (const name of inputs) window.addEventListener(name, touch, options)
  // Timers stop while a laptop sleeps.
  window.addEventListener('focus', check, { signal: ended.signal })
  const timer = setInterval(check, checkMs)
  return () => {
    ended.abort()
    clearInterval(timer)
  }
}

type Access =
  | { readonly granted: true; readonly operator: Operator }
  /** `leadsTo` is an address of the app. */
  | { readonly granted: false; readonly leadsTo: string }

interface AccessDeps {
  readonly connection: OperatorConnection
  /** The path and search of this page, to return to after signing in. */
  readonly here: string
  readonly wait: (ms: number) => Promise<void>
  /** The session is valid; what remains is whether its user may enter. */
  readonly onVerifying: () => void
}

/** The server decides about each call; this decides only whether the page shows anything. */
export async function verifyAccess({ connection, here, wait, onVerifying }: AccessDeps): Promise<Access> {
  const { api, session, wasIdle } = connection
  const signIn: Access = { granted: false, leadsTo: `/login?next=${encodeURIComponent(here)}` }
  const denied: Access = { granted: false, leadsTo: '/dashboard' }
  if (!session.read() || wasIdle()) return signIn
  const state = await loadSession({ read: async () => (await api.call(readSession, {})).user, wait })
  if (state.status !== 'ready') return denied
  if (!state.account) return signIn
  onVerifying()
  try {
    return grant(state.account, (await api.call(readUserStatus, {})).user) ?? denied
  } catch (error) {
    return error instanceof ApiError && error.code === 'UNAUTHENTICATED' ? signIn : denied
  }
}

interface Status {
  readonly email: string
  readonly roles: readonly Operator['role'][]
}

function grant(account: Account, { email, roles }: Status): Access | undefined {
  const role = roles.find(({ name, permissions }) => mayEnterOperatorArea(name, permissions))
  return email && role ? { granted: true, operator: { account, role } } : undefined
}
