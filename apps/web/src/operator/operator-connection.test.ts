import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { type ErrorCode, errors } from '@envhold/contract/errors.ts'
import { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../connection/api/api.ts'
import {
  createOperatorConnection,
  type OperatorConnection,
  verifyAccess,
  watchIdle,
} from './operator-connection.ts'

const minuteMs = 60_000
let page: EventTarget
let onIdle: ReturnType<typeof vi.fn<() => void>>
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  onIdle = vi.fn()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
}
const watch = (report = onIdle) => stops.push(watchIdle({ storage, now: Date.now, onIdle: report }))

test('an hour without input ends the page; input in another tab counts', () => {
  watch()
  vi.advanceTimersByTime(59 * minuteMs)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(59 * minuteMs)
  expect(onIdle).not.toHaveBeenCalled()
  // Another tab is opened, and used later on.
  storage.setItem('operator-input-at', String(Date.now()))
  vi.advanceTimersByTime(59 * minuteMs)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minuteMs)
  expect(onIdle).toHaveBeenCalled()
})

test('the first input after the machine slept does not count', () => {
  watch()
  vi.setSystemTime(Date.now() + 61 * minuteMs)
  page.dispatchEvent(new Event('pointerdown'))
  expect(onIdle).toHaveBeenCalledOnce()
})

const pageOfAda = (token: string) => {
  const stored = new Map(Object.entries({ token, username: 'ada', 'operator-input-at': '0' }))
  const browserStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('window', Object.assign(page, { location: { pathname: '/admin', search: '', replace } }))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return Response.json({ error: 'UNAUTHENTICATED', message: 'Sign in.', request_id: 'r' }, { status: 401 })
  })
  return { connection: createOperatorConnection(browserStorage), stored, calls, replace }
}
const tokenOf = (id: string) => `ses_${id.padEnd(13, '0')}_${'x'.repeat(49)}`

test('a rejected operator call leads to signing in, and leaves the session to the other tabs', async () => {
  const { connection, stored, replace } = pageOfAda(tokenOf('a'))
  await expect(connection.api.call(readAdminStats, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(connection.api.call(readAdminStats, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(replace.mock.calls).toEqual([['/login?next=%2Fadmin']])
  expect(stored.get('token')).toBe(tokenOf('a'))
})

test('an idle page ends no session, and another sign-in is what enters again', async () => {
  const { connection, stored, calls, replace } = pageOfAda(tokenOf('a'))
  expect(connection.wasIdle()).toBe(false)
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  expect(replace.mock.calls).toEqual([['/login?next=%2Fadmin']])
  expect(calls).toEqual([])
  expect(stored.get('token')).toBe(tokenOf('a'))
  const entering = { connection, here: '/admin', wait: async () => {}, onVerifying: () => {} }
  expect(await verifyAccess(entering)).toEqual({ granted: false, leadsTo: '/login?next=%2Fadmin' })
  expect(calls).toEqual([])
  connection.session.save({ token: tokenOf('b'), username: 'ada' })
  expect(connection.wasIdle()).toBe(false)
})

const account = {
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  email_verified: true,
  can_verify_email: true,
  public_url: 'https://vault.example.com',
  time_zone: 'UTC',
  created_at: '2026-01-01T00:00:00.000Z',
}
const statusOf = (name: string, permissions: string[], email = account.email) => ({
  user: { email, roles: [{ id: 7, name, display_name: name, permissions }] },
})
const rejection = (code: ErrorCode) =>
  new ApiError(errors[code].status, { error: code, message: errors[code].message, request_id: 'r1' }, null)

/** Answers `readSession` and `readUserStatus`; an error is thrown. */
const accessWith = async (session: object, userStatus: object, token: string | null = 'ses_x') => {
  const verifying: string[] = []
  const call = async ({ name }: { name: string }) => {
    const answer = name === 'readSession' ? session : userStatus
    if (answer instanceof Error) throw answer
    return answer
  }
  const connection = {
    api: { call } as unknown as Api,
    session: { read: () => (token ? { token, username: 'ada' } : null) },
    wasIdle: () => false,
  } as OperatorConnection
  const access = await verifyAccess({
    connection,
    here: '/admin?a=b',
    wait: async () => {},
    onVerifying: () => verifying.push('verifying'),
  })
  return { access, verifying: verifying.length }
}
const signedIn = { user: account }
const toSignIn = { granted: false, leadsTo: '/login?next=%2Fadmin%3Fa%3Db' }
const toDashboard = { granted: false, leadsTo: '/dashboard' }

test.each([
  ['SUPER_ADMIN', ['*']],
  ['ADMIN', ['admin.stats']],
  ['SUPPORT', ['user.read']],
  ['OWNER', ['*']],
])('the role %s with %s enters', async (name, permissions) => {
  const { access, verifying } = await accessWith(signedIn, statusOf(name, permissions))
  expect(access).toMatchObject({ granted: true, operator: { account, role: { name, permissions } } })
  expect(verifying).toBe(1)
})

test.each([
  ['a customer', statusOf('USER', ['project.create'])],
  ['a role with permissions for projects alone', statusOf('CLERK', ['project.read'])],
  ['no role', { user: { email: account.email, roles: [] } }],
  ['no e-mail address', statusOf('ADMIN', ['*'], '')],
  ['a status that is refused', rejection('FORBIDDEN')],
  ['a server that fails', rejection('INTERNAL')],
  ['a server that cannot be reached', new UnreachableError('network')],
])('%s is sent to the dashboard', async (_, userStatus) => {
  expect((await accessWith(signedIn, userStatus)).access).toEqual(toDashboard)
})

test.each([
  ['suspended', rejection('ACCOUNT_SUSPENDED')],
  ['failing', rejection('INTERNAL')],
  ['unreachable', new UnreachableError('timeout')],
])('a session that is %s is sent to the dashboard before its status is asked for', async (_, session) => {
  expect(await accessWith(session, statusOf('ADMIN', ['*']))).toEqual({ access: toDashboard, verifying: 0 })
})

test('someone signed out is sent to sign in, and returns', async () => {
  const ended = rejection('UNAUTHENTICATED')
  expect((await accessWith(signedIn, statusOf('ADMIN', ['*']), null)).access).toEqual(toSignIn)
  expect((await accessWith(ended, statusOf('ADMIN', ['*']))).access).toEqual(toSignIn)
  expect((await accessWith(signedIn, ended)).access).toEqual(toSignIn)
})
