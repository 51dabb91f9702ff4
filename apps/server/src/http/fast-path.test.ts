// Which requests the plain front answers itself, and that both ways log and count the same. The bytes of both are
// compared in app.plain-front.test.ts.

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from '@envhold/contract/inject.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawExchange } from '../../../../dev/world/raw-exchange.ts'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { AppError } from '../app-error.ts'
import { readFastPathUrl } from '../features/inject/plain-route.ts'
import type { Call, Route } from './route.ts'

const key = newToken('pak').text
const url = '/api/v1/inject/7/production'

const routeThat = (answers: (call: Call) => string): Route => ({
  endpoint: inject,
  handle: async (call) => ({ text: answers(call) }),
})
const failing = () => {
  throw new Error('a fault of the server')
}

let served: ServedForTests
beforeAll(async () => {
  const answer = (path: string) => (call: Call) =>
    (call.params as { environment: string }).environment === 'faulty'
      ? failing()
      : `${path} ${call.origin.ip}`
  served = await serveForTests([routeThat(answer('full'))], {
    plain: { ...routeThat(answer('plain')), read: readFastPathUrl },
    authenticate: async (_, { apiKey, bearer }) => {
      const presented = apiKey ?? bearer
      if (presented === undefined) throw new AppError('UNAUTHENTICATED')
      return { kind: 'api-key', presented }
    },
    settings: { TRUST_PROXY: '127.0.0.1' },
  })
})
afterAll(() => served.stop())

const close = ['Host: x', 'Connection: close']
const answerTo = (first: string, headers: readonly string[], body = '') =>
  rawExchange(served.url, Buffer.from([first, ...close, ...headers, '', body].join('\r\n'), 'latin1'))
const get = (path: string, ...headers: string[]) => answerTo(`GET ${path} HTTP/1.1`, headers)
const pathTaken = (answer: string) => /\r\n\r\n(plain|full)/.exec(answer)?.[1]

test.each([
  ['one key', [`X-API-Key: ${key}`]],
  ['another case', [`x-aPi-kEY: ${key}`]],
  ['space around the value', [`X-API-Key:  ${key} `]],
  ['a known version', [`X-API-Key: ${key}`, 'If-None-Match: "7.1"']],
  [
    'headers of usual clients and proxies',
    [`X-API-Key: ${key}`, 'Accept: */*', 'Via: 1.1 a', 'X-Real-IP: ::1'],
  ],
])('the front answers a call with %s', async (_, headers) => {
  expect(pathTaken(await get(url, ...headers))).toBe('plain')
})

test.each(['dotenv', 'json', 'yaml', 'github', 'shell'])(
  'the front answers a call for %s',
  async (format) => {
    expect(pathTaken(await get(`${url}?format=${format}`, `X-API-Key: ${key}`))).toBe('plain')
  },
)

test.each([
  ['a key twice', [`X-API-Key: ${key}`, `X-API-Key: ${key}`]],
  ['a bearer beside the key', [`X-API-Key: ${key}`, `Authorization: Bearer ${key}`]],
  ['a bearer alone', [`Authorization: Bearer ${key}`]],
  ['no key', []],
  ['a key that is none', ['X-API-Key: pak_short']],
  ['two versions', [`X-API-Key: ${key}`, 'If-None-Match: "7.1"', 'If-None-Match: "7.2"']],
  ['two client addresses', [`X-API-Key: ${key}`, 'X-Forwarded-For: ::1', 'X-Forwarded-For: ::2']],
  ['a length', [`X-API-Key: ${key}`, 'Content-Length: 0']],
  ['a content type', [`X-API-Key: ${key}`, 'Content-Type: application/json']],
  ['an expectation', [`X-API-Key: ${key}`, 'Expect: 100-continue']],
  ['a master password', [`X-API-Key: ${key}`, 'X-Master-Password: x']],
  ['a precondition', [`X-API-Key: ${key}`, 'If-Match: "1"']],
  ['an idempotency key', [`X-API-Key: ${key}`, 'Idempotency-Key: 0123456789abcdef']],
  ['a method to use instead', [`X-API-Key: ${key}`, 'X-HTTP-Method-Override: DELETE']],
  ['a header that nothing knows', [`X-API-Key: ${key}`, 'X-New: 1']],
])('a call with %s takes the full path', async (_, headers) => {
  expect(pathTaken(await get(url, ...headers))).not.toBe('plain')
})

test.each([
  `${url}/`,
  `${url}?`,
  `${url}?format=JSON`,
  `${url}?format=json&format=json`,
  `${url}?format=json&dialect=node`,
  `${url}#x`,
  `http://127.0.0.1${url}`,
  `/${url}`,
  '/api/v1/inject/07/production',
  '/api/v1/inject/1e1/production',
  '/api/v1/inject/9007199254740993/production',
  '/api/v1/inject/7/%70roduction',
  '/api/v1/inject/7/production.',
  '/api/v1/inject/7/..',
  '/api/V1/inject/7/production',
  `/api/v1/inject/7/${'a'.repeat(51)}`,
])('%s takes the full path', async (path) => {
  expect(pathTaken(await get(path, `X-API-Key: ${key}`))).not.toBe('plain')
})

test.each(['HEAD', 'POST'])('%s takes the full path', async (method) => {
  expect(pathTaken(await answerTo(`${method} ${url} HTTP/1.1`, [`X-API-Key: ${key}`]))).not.toBe('plain')
})

test('HTTP/1.0 takes the full path', async () => {
  expect(pathTaken(await answerTo(`GET ${url} HTTP/1.0`, [`X-API-Key: ${key}`]))).toBe('full')
})

test('the address is that of the full path', async () => {
  const headers = [`X-API-Key: ${key}`, 'X-Forwarded-For: 198.51.100.1, 203.0.113.9']
  expect(await get(url, ...headers)).toContain('plain 203.0.113.9')
  expect(await get(`${url}?`, ...headers)).toContain('full 203.0.113.9')
})

test('a fault of the handler is logged with its route, and its response contains nothing of it', async () => {
  const answer = await get('/api/v1/inject/7/faulty', `X-API-Key: ${key}`)
  expect(answer).toMatch(/^HTTP\/1\.1 500 /)
  expect(answer).not.toContain('a fault of the server')
  const [line] = served
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('request failed'))
  expect(JSON.parse(line ?? '')).toMatchObject({ route: '/api/v1/inject/:projectId/:environment' })
  expect(served.logged()).not.toContain('a fault of the server')
})

test('every call is logged when it was answered', async () => {
  const before = served.logged().length
  await get(url, `X-API-Key: ${key}`)
  const logged = () => served.logged().slice(before)
  await expect.poll(logged).toContain('"route":"/api/v1/inject/:projectId/:environment","status":200')
})

test('a call that arrives while the server closes takes the full path', async () => {
  const called = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let full = 0
  const waiting: Route = {
    endpoint: inject,
    handle: async () => {
      called.resolve()
      await released.promise
      return { text: 'plain' }
    },
  }
  const counting = routeThat(() => {
    full++
    return 'full'
  })
  const closing = await serveForTests([counting], {
    plain: { ...waiting, read: readFastPathUrl },
    authenticate: async () => ({ kind: 'api-key', presented: key }),
  })
  const request = [`GET ${url} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, '', ''].join('\r\n')
  const socket = connect(Number(new URL(closing.url).port), '127.0.0.1')
  const received = text(socket)
  socket.write(request)
  await called.promise
  const closed = closing.close()
  await expect.poll(closing.isListening).toBe(false)
  socket.write(request)
  await expect.poll(() => full).toBe(1)
  released.resolve()
  await closed
  const [, first, second] = (await received).split('HTTP/1.1 200 OK')
  expect(first).toContain('plain')
  expect(second).toMatch(/^\r\nConnection: close\r\n/)
  expect(second).toMatch(/\r\n\r\nfull$/)
})
