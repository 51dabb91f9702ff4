import { login } from '@envhold/contract/accounts/accounts.ts'
import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { argon2TimeoutMs, clientTimeoutMs } from '@envhold/contract/limits.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'

const refusal = (error: string, status: number, headers: Record<string, string> = {}) =>
  Response.json({ error, message: 'No', request_id: 'r' }, { status, headers })

/** A client whose attempts are answered one after the other; the last answer is given again. */
const answeredWith = (...answers: (() => Response)[]) => {
  const keys: (string | null)[] = []
  const client = createClient({
    server: 'http://localhost',
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new TypeError('fetch failed')
      return answer()
    },
  })
  return { keys, create: () => client.call(createProject, { body: { name: 'shop' } }), client }
}
const lost = () => {
  throw new TypeError('fetch failed')
}

test('each call that creates has a key of its own, the same for each of its attempts', async () => {
  const { keys, create } = answeredWith(lost, () => refusal('FORBIDDEN', 403))
  await expect(create()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(create()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('an attempt that is still being processed is waited for', async () => {
  const { keys, create } = answeredWith(
    () => refusal('REQUEST_IN_PROGRESS', 409, { 'retry-after': '0' }),
    () => refusal('ALREADY_CREATED', 409),
  )
  await expect(create()).rejects.toMatchObject({ code: 'ALREADY_CREATED' })
  expect(keys).toHaveLength(2)
})

test.each([
  ['a refusal', 'VALIDATION_FAILED', 400, {}],
  ['a wait that is too long', 'UNAVAILABLE', 503, { 'retry-after': '60' }],
])('%s is final', async (_name, code, status, headers) => {
  const { keys, create } = answeredWith(() => refusal(code, status, headers))
  await expect(create()).rejects.toMatchObject({ code })
  expect(keys).toHaveLength(1)
})

test('what creates nothing has no key and one attempt', async () => {
  const { keys, client } = answeredWith(lost)
  await expect(client.call(listProjects, {})).rejects.toMatchObject({ reason: 'network' })
  expect(keys).toEqual([null])
})

test('a call that may queue for Argon2 waits longer than the server lets it queue', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { client } = answeredWith(() => refusal('UNAUTHENTICATED', 401))
  await client.call(listProjects, {}).catch(() => {})
  await client.call(createProject, { body: { name: 'shop' } }).catch(() => {})
  await client.call(login, { body: { email: 'ada', password: 'p' } }).catch(() => {})
  await client.call(validateMasterPassword, { body: { masterPassword: 'm' } }).catch(() => {})
  const waits = timeout.mock.calls.map(([ms]) => ms)
  timeout.mockRestore()
  expect(waits).toEqual([clientTimeoutMs, argon2TimeoutMs, argon2TimeoutMs, argon2TimeoutMs])
  expect(argon2TimeoutMs).toBeGreaterThan(30_000)
})

test('a rejection that comes after the time for an answer is the rejection', async () => {
  const client = createClient({
    server: 'http://localhost',
    timeoutMs: 5,
    fetch: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return refusal('FORBIDDEN', 403)
    },
  })
  await expect(client.call(listProjects, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the rejection after a long wait for Argon2 is final', async () => {
  const { keys, create } = answeredWith(() => refusal('UNAVAILABLE', 503, { 'retry-after': '5' }))
  await expect(create()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(keys).toHaveLength(1)
})
