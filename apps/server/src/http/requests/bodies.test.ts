import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedForTests, serveForTests } from '../../../../../dev/world/serve-for-tests.ts'
import { AppError } from '../../app-error.ts'
import { route } from '../route.ts'

const login = endpoint('POST /login', {
  name: 'login',
  tag: 'Test',
  summary: 'Send.',
  audience: 'anyone',
  body: z.object({ name: z.string() }),
  output: z.object({ bytes: z.number() }),
  errors: [],
})
const store = endpoint('POST /store', { ...login, name: 'store', audience: 'session' })
const slow = endpoint('POST /slow', { ...login, name: 'slow', audience: 'session' })

const megabyte = 1024 * 1024
let served: ServedForTests
let answerSlow = Promise.withResolvers<void>()
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  const handle = async ({ body }: { body: { name: string } }) => ({ json: { bytes: body.name.length } })
  const routes = [
    route(login, handle),
    route(store, handle),
    route(slow, async (call) => {
      await answerSlow.promise
      return await handle(call)
    }),
  ]
  served = await serveForTests(routes, {
    // Each account is as if it were alone.
    turns: { aloneAfterMs: -1 },
    settings: { BODY_MEMORY_MB: '8' },
    timeouts: { linger: 200 },
    authenticate: async (_endpoint, { bearer }) => {
      if (!bearer) throw new AppError('UNAUTHENTICATED')
      return { kind: 'session', userId: Number(bearer) } as never
    },
  })
})
afterAll(async () => {
  agent.destroy()
  await served.stop()
})
beforeEach(() => {
  answerSlow = Promise.withResolvers<void>()
})

interface SentRequest {
  readonly path: string
  readonly user?: number
  readonly headers?: Record<string, string>
}
/** Begins a request; the test sends its body. */
const begin = ({ path, user, headers }: SentRequest) => {
  const clientRequest = request(`${served.url}/api${path}`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(user !== undefined && { authorization: `Bearer ${user}` }),
      ...headers,
    },
  })
  const response = Promise.withResolvers<IncomingMessage>()
  clientRequest.on('response', response.resolve).on('error', response.reject)
  const answered = response.promise.then(async (answer) => ({
    status: answer.statusCode,
    headers: answer.headers,
    body: JSON.parse(await text(answer)),
  }))
  answered.catch(() => {})
  return { clientRequest, answered }
}
const around = '{"name":""}'.length
const bodyOf = (bytes: number) => `{"name":"${'x'.repeat(bytes - around)}"}`
const send = (input: SentRequest, bytes: number) => {
  const begun = begin(input)
  begun.clientRequest.end(bodyOf(bytes))
  return begun.answered
}
const codeOf = ({ body }: { body: unknown }) => errorBody.parse(body).error
const released = () => expect.poll(() => served.heldBytes()).toBe(0)

test('rejects a caller without a credential before the body arrives, and stores none of it', async () => {
  const { clientRequest, answered } = begin({
    path: '/store',
    headers: { 'content-length': String(2 * megabyte) },
  })
  clientRequest.write(bodyOf(megabyte))
  const answer = await answered
  expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED'])
  expect(served.heldBytes()).toBe(0)
  clientRequest.destroy()
})

test('accepts at most 64 KiB from anonymous callers, whatever length is announced', async () => {
  const limit = 64 * 1024
  expect((await send({ path: '/login' }, limit)).status).toBe(200)
  const rejected = await send({ path: '/login' }, limit + 1)
  expect(errorBody.parse(rejected.body)).toMatchObject({
    error: 'PAYLOAD_TOO_LARGE',
    message: 'The request is larger than 64 KiB. With a valid credential it can have 2 MiB.',
  })
  const { clientRequest, answered } = begin({ path: '/login' })
  for (let sent = 0; sent <= limit; sent += 1024) clientRequest.write(' '.repeat(1024))
  const answer = await answered
  expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  clientRequest.destroy()
  await released()
})

test('counts received bytes, chunked or not, until the response', async () => {
  const part = bodyOf(megabyte)
  const chunked = begin({ path: '/slow', user: 1 })
  chunked.clientRequest.write(part.slice(0, 600_000))
  await expect.poll(() => served.heldBytes()).toBeGreaterThanOrEqual(600_000)
  expect(served.heldBytes()).toBeLessThanOrEqual(2 * megabyte)
  chunked.clientRequest.end(part.slice(600_000))
  const whole = begin({ path: '/slow', user: 2 })
  whole.clientRequest.end(part)
  await expect.poll(() => served.heldBytes()).toBeGreaterThanOrEqual(2 * megabyte)
  answerSlow.resolve()
  expect((await chunked.answered).body).toEqual({ bytes: megabyte - around })
  expect((await whole.answered).body).toEqual({ bytes: megabyte - around })
  await released()
})

test('a body in a hundred thousand chunks counts only its bytes', async () => {
  const { clientRequest, answered } = begin({ path: '/slow', user: 1 })
  const tiny = 20_000
  clientRequest.write('{"name":"')
  for (let i = 0; i < tiny; i++) clientRequest.write('x')
  await expect.poll(() => served.heldBytes()).toBeGreaterThanOrEqual(tiny)
  expect(served.heldBytes()).toBeLessThanOrEqual(2 * 2 * tiny)
  clientRequest.end('"}')
  answerSlow.resolve()
  expect((await answered).body).toEqual({ bytes: tiny })
})

test('beyond the memory limit it responds 503 with Retry-After, and running requests finish', async () => {
  const size = 1.9 * megabyte
  const holding = [1, 2, 3, 4].map((user) => send({ path: '/slow', user }, Math.floor(size)))
  await expect.poll(() => served.heldBytes()).toBeGreaterThan(7 * megabyte)
  const refused = await send({ path: '/store', user: 5 }, megabyte)
  expect([refused.status, codeOf(refused)]).toEqual([503, 'UNAVAILABLE'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(served.heldBytes()).toBeLessThanOrEqual(8 * megabyte)
  answerSlow.resolve()
  for (const answer of await Promise.all(holding)) expect(answer.status).toBe(200)
  await released()
  expect((await send({ path: '/store', user: 5 }, megabyte)).status).toBe(200)
})

test('one user cannot fill the memory of the others, and anonymous callers cannot fill that of users', async () => {
  const own = send({ path: '/slow', user: 1 }, Math.floor(1.9 * megabyte))
  await expect.poll(() => served.heldBytes()).toBeGreaterThan(1.8 * megabyte)
  expect((await send({ path: '/store', user: 1 }, megabyte)).status).toBe(503)
  expect((await send({ path: '/store', user: 2 }, megabyte)).status).toBe(200)

  const strangers = Array.from({ length: 20 }, () => begin({ path: '/login' }))
  for (const { clientRequest } of strangers) clientRequest.write(bodyOf(60_000))
  const answers = Promise.allSettled(strangers.map(({ answered }) => answered))
  await expect.poll(() => served.heldBytes()).toBeGreaterThan(2.2 * megabyte)
  expect(served.heldBytes()).toBeLessThanOrEqual(2 * megabyte + (8 * megabyte) / 16)
  expect((await send({ path: '/store', user: 2 }, megabyte)).status).toBe(200)

  for (const { clientRequest } of strangers) clientRequest.destroy()
  await answers
  answerSlow.resolve()
  await own
  await released()
})

test('frees the memory of a caller that disconnects', async () => {
  const { clientRequest, answered } = begin({ path: '/store', user: 1 })
  clientRequest.write(bodyOf(megabyte).slice(0, -2))
  await expect.poll(() => served.heldBytes()).toBeGreaterThanOrEqual(megabyte - 2)
  clientRequest.destroy()
  await expect(answered).rejects.toThrow()
  await released()
  expect(served.logged()).not.toContain('request failed')
})

test('sends 100 Continue only when it reads the body', async () => {
  const expecting = { expect: '100-continue' }
  const refused = begin({ path: '/store', headers: { ...expecting, 'content-length': '1000' } })
  let isAsked = false
  refused.clientRequest.on('continue', () => {
    isAsked = true
  })
  refused.clientRequest.flushHeaders()
  expect((await refused.answered).status).toBe(401)
  expect(isAsked).toBe(false)
  refused.clientRequest.destroy()

  const taken = begin({ path: '/store', user: 1, headers: expecting })
  taken.clientRequest.on('continue', () => taken.clientRequest.end(bodyOf(1_000)))
  taken.clientRequest.flushHeaders()
  expect((await taken.answered).status).toBe(200)
})
