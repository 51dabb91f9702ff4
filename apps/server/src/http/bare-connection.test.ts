import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { type Call, route } from './route.ts'

const echo = endpoint('POST /echo', {
  name: 'echo',
  tag: 'Test',
  summary: 'Echo.',
  audience: 'anyone',
  conditional: 'write',
  body: z.object({ name: z.string().max(10) }),
  output: z.object({ name: z.string() }),
  errors: [],
})
const mine = endpoint('POST /mine', { ...echo, name: 'mine', audience: 'api-key' })
const lookup = endpoint('POST /lookup', { ...echo, name: 'lookup', conditional: 'read' })

let served: ServedForTests
let calls: Call[] = []
const handle = async (call: { body: { name: string } }) => {
  calls.push(call as unknown as Call)
  return { json: { name: call.body.name } }
}

beforeAll(async () => {
  served = await serveForTests([route(echo, handle), route(mine, handle), route(lookup, handle)], {
    settings: { TRUST_PROXY: '127.0.0.0/8' },
  })
})
afterAll(() => served.stop())
beforeEach(() => {
  calls = []
})

/** The response to these bytes, until the server closes the connection. */
const exchange = async (bytes: string | Buffer, url = served.url): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {
    // A connection that the server closes counts as a response too.
  })
  socket.write(bytes)
  return text(socket)
}
const body = '{"name":"x"}'
const asking = (path: string, ...headers: string[]) =>
  [
    `POST /api${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Length: ${body.length}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
const json = 'Content-Type: application/json'
const errorIn = (answer: string) => errorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))

test.each([
  ['X-Master-Password', '/echo', 'VALIDATION_FAILED'],
  ['If-Match', '/echo', 'VALIDATION_FAILED'],
  ['Content-Type', '/echo', 'UNSUPPORTED_MEDIA_TYPE'],
  ['Host', '/echo', 'VALIDATION_FAILED'],
  ['Authorization', '/mine', 'UNAUTHENTICATED'],
  ['X-Api-Key', '/mine', 'UNAUTHENTICATED'],
])('rejects %s sent twice', async (name, path, code) => {
  const answer = await exchange(asking(path, json, `${name}: a`, `${name.toLowerCase()}: a`))
  expect(errorIn(answer).error).toBe(code)
  expect(calls).toEqual([])
})

test('rejects a master password that is not percent-encoded', async () => {
  const answer = await exchange(Buffer.from(asking('/echo', json, 'X-Master-Password: pässwörd'), 'utf8'))
  expect(errorIn(answer)).toMatchObject({
    error: 'VALIDATION_FAILED',
    details: [{ path: 'x-master-password' }],
  })
})

test('reads two If-None-Match headers as one list', async () => {
  await exchange(asking('/lookup', json, 'If-None-Match: "1"', 'If-None-Match: "2"'))
  expect(calls[0]?.ifNoneMatch).toBe('"1", "2"')
})

test('takes the client’s IP address from a trusted proxy, not from the client', async () => {
  await exchange(asking('/echo', json, 'X-Forwarded-For: 1.1.1.1', 'X-Forwarded-For: 203.0.113.5'))
  await exchange(asking('/echo', json, 'Forwarded: for=1.1.1.1', 'X-Real-IP: 1.1.1.1', 'Client-IP: 1.1.1.1'))
  expect(calls.map(({ origin }) => origin.ip)).toEqual(['203.0.113.5', '127.0.0.1'])
})

test('responds 413 to headers beyond 16 KiB, and closes the connection', async () => {
  const answer = await exchange(asking('/echo', json, `X-Long: ${'x'.repeat(17_000)}`))
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(errorIn(answer).error).toBe('PAYLOAD_TOO_LARGE')
})

test.each([
  ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000'],
  ['a bad request line', 'GET\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n'],
  ['two lengths', 'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  [
    'a length and chunks, as in request smuggling',
    'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a folded header', 'GET /api/echo HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
])('responds 400 to %s, and closes the connection', async (_name, bytes) => {
  expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 400 /)
  expect(calls).toEqual([])
})

test('a body longer than its declared length is not read as the next request of another caller', async () => {
  const smuggled = 'GET /api/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answer = await exchange(`${asking('/echo', json)}${smuggled}`)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('closes connections whose head or body arrives too slowly', async () => {
  const timeouts = { head: 200, request: 400, idleConnection: 500, silentConnection: 5_000, lookAfter: 50 }
  const impatient = await serveForTests([route(echo, handle)], { timeouts })
  const answers = await Promise.all([
    exchange('POST /api/echo HTTP/1.1\r\nHost: x\r\nX-Slow', impatient.url),
    exchange(`POST /api/echo HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 100\r\n\r\n{`, impatient.url),
  ])
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(calls).toEqual([])
  await impatient.stop()
})

test('a caller who disconnects during the request causes no internal error', async () => {
  const before = served.logged().length
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /api/echo HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 100\r\n\r\n{"name"`)
  // The bytes are sent before the connection is destroyed.
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.resetAndDestroy()
  // A later caller gets a response. By then the server has noticed that the first one disconnected.
  await exchange(asking('/echo', json))
  await exchange(asking('/echo', json))
  const since = () => served.logged().slice(before)
  await expect.poll(() => since().match(/"msg":"answered"/g)).toHaveLength(2)
  expect(since()).not.toContain('request failed')
})
