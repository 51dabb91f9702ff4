// What applies to every request: matching, the log, and connections that end.

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rawExchange } from '../../../../dev/world/raw-exchange.ts'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { type Call, route } from './route.ts'

const read = endpoint('GET /places/{projectId}/{environment}', {
  name: 'read',
  tag: 'Test',
  summary: 'Read.',
  audience: 'api-key',
  params: z.object({ projectId: z.coerce.number(), environment: z.string().max(50) }),
  query: z.object({ format: z.enum(['dotenv', 'json']).default('dotenv') }),
  produces: ['text/plain; charset=utf-8'],
  errors: [],
})
const pattern = '/api/places/:projectId/:environment'
const url = '/api/places/7/production'

type ReadCall = Call<typeof read>
const answered = async ({ params, query, origin }: ReadCall) => {
  if (params.environment === 'faulty') throw new Error('a fault of the server')
  return { text: `${params.projectId} ${params.environment} ${query.format} ${origin.ip}` }
}

let served: ServedForTests
beforeAll(async () => {
  served = await serveForTests([route(read, answered)], { settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => served.stop())

const answerTo = (start: string, ...headers: string[]) =>
  rawExchange(
    served.url,
    Buffer.from([start, 'Host: x', 'Connection: close', 'X-API-Key: pak_x', ...headers, '', ''].join('\r\n')),
  )
const get = (path: string, ...headers: string[]) => answerTo(`GET ${path} HTTP/1.1`, ...headers)
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const logged = async (since: number, requestId: string): Promise<object> => {
  const find = () =>
    served
      .logged()
      .slice(since)
      .split('\n')
      .find((line) => line.includes('"answered"') && line.includes(requestId))
  await expect.poll(find).toBeDefined()
  return JSON.parse(find() ?? '')
}
const idOf = (answer: string) => /x-request-id: (\S+)/.exec(answer)?.[1] ?? ''

test.each([
  [url, '7 production dotenv 127.0.0.1'],
  [`${url}?format=json`, '7 production json 127.0.0.1'],
  ['/api/places/8/production', '8 production dotenv 127.0.0.1'],
  [`http://other.example${url}`, '7 production dotenv 127.0.0.1'],
  ['/api/places/7/%70roduction', '7 production dotenv 127.0.0.1'],
])('responds to %s, also when it comes again', async (path, expected) => {
  for (let time = 0; time < 3; time++) expect(bodyOf(await get(path))).toBe(expected)
})

test('a URL that was rejected is rejected again', async () => {
  for (let time = 0; time < 3; time++)
    for (const path of [`${url}?format=xml`, `${url}?x=1`, '/api/places/07/production'])
      expect(await get(path)).toMatch(/^HTTP\/1\.1 400 /)
})

test('the client’s IP address is the last of a list that a trusted proxy sends', async () => {
  const headers = ['X-Forwarded-For: 198.51.100.1', 'x-forwarded-for: 203.0.113.9']
  expect(bodyOf(await get(url, ...headers))).toBe('7 production dotenv 203.0.113.9')
})

test('HTTP/1.0 is answered, and the connection closed', async () => {
  expect(await answerTo(`GET ${url} HTTP/1.0`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test.each([
  [url, pattern, 200],
  [`${url}/`, 'none', 404],
  [`/${url}`, 'none', 200],
  ['/api/Places/7/production', 'none', 404],
  ['/api/places/7/%zz', 'none', 400],
  [`/api/places/7/${'a'.repeat(1_001)}`, 'none', 400],
  ['/%zz', 'none', 400],
])('%s is logged with the pattern of its route, never with its path', async (path, route, status) => {
  const before = served.logged().length
  const answer = await get(path)
  // Without a built web app, its pages say so.
  const expected = route === 'none' && status === 200 ? 503 : status
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${expected} `))
  expect(await logged(before, idOf(answer))).toMatchObject({ method: 'GET', route, status: expected })
})

test('a fault of the handler is logged with its route, and its response contains nothing of it', async () => {
  const answer = await get('/api/places/7/faulty')
  expect(answer).toMatch(/^HTTP\/1\.1 500 /)
  expect(answer).not.toContain('a fault of the server')
  const [line] = served
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('request failed'))
  expect(JSON.parse(line ?? '')).toMatchObject({ route: pattern })
  expect(served.logged()).not.toContain('a fault of the server')
})

test('a call that arrives while the server closes is answered, and then its connection is closed', async () => {
  const called = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let calls = 0
  const closing = await serveForTests([
    route(read, async () => {
      if (calls++ > 0) return { text: 'second' }
      called.resolve()
      await released.promise
      return { text: 'first' }
    }),
  ])
  const request = [`GET ${url} HTTP/1.1`, 'Host: x', 'X-API-Key: pak_x', '', ''].join('\r\n')
  const socket = connect(Number(new URL(closing.url).port), '127.0.0.1')
  const received = text(socket)
  socket.write(request)
  await called.promise
  const closed = closing.close()
  await expect.poll(closing.isListening).toBe(false)
  socket.write(request)
  await expect.poll(() => calls).toBe(2)
  released.resolve()
  await closed
  const [, first, second] = (await received).split('HTTP/1.1 200 OK')
  expect(first).toMatch(/\r\n\r\nfirst$/)
  expect(second).toMatch(/\r\nConnection: close\r\n/)
  expect(second).toMatch(/\r\n\r\nsecond$/)
})
