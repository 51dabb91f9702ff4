import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ServedForTests,
  type ServeOptions,
  serveForTests,
} from '../../../../dev/world/serve-for-tests.ts'
import { route } from './route.ts'

const write = endpoint('POST /things', {
  name: 'write',
  tag: 'Test',
  summary: 'Write.',
  audience: 'anyone',
  body: z.object({ name: z.string() }),
  output: z.object({ done: z.boolean() }),
  errors: [],
})
const long = endpoint('GET /long', {
  name: 'long',
  tag: 'Test',
  summary: 'A long text.',
  audience: 'anyone',
  produces: ['text/plain; charset=utf-8'],
  errors: [],
})
const short = endpoint('GET /short', { ...long, name: 'short' })

/** More than the kernel buffers for both sides of a connection. */
const longBytes = 32 * 1024 * 1024
const timeouts = {
  head: 300,
  request: 600,
  idleConnection: 60_000,
  silentConnection: 60_000,
  stalledAnswer: 500,
  linger: 200,
  lookAfter: 50,
}
async function* pieces() {
  for (let sent = 0; sent < longBytes; sent += 64 * 1024) yield Buffer.alloc(64 * 1024, 'x')
}
const routes = [
  route(write, async () => ({ json: { done: true } })),
  route(long, async () => ({ stream: pieces() })),
  route(short, async () => ({ text: 'short' })),
]

let served: ServedForTests
const sockets: Socket[] = []
const serving = async (options: ServeOptions = {}) => {
  served = await serveForTests(routes, { timeouts, ...options })
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await served.stop()
})

/** A client that never closes its side, whatever the server does with its own. */
const open = async (): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(served.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {
    // The server resets connections that it drops.
  })
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
const allGone = () => expect.poll(() => served.connections()).toBe(0)

const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

test.each([
  ['a head', head, 'x'],
  ['a body', `${head}Content-Length: 100000\r\n\r\n`, 'x'],
  ['a chunked body', chunked, '1\r\nx\r\n'],
  ['the body of a rejected call', `${head.replace('things', 'none')}Content-Length: 100000\r\n\r\n`, 'x'],
  ['an invalid request', 'GET\r\n\r\n', 'x'],
  ['headers that are too long', `${head}X-Long: ${'x'.repeat(17_000)}`, 'x'],
])('drops a client that sends %s byte by byte and never closes', async (_name, start, drip) => {
  await serving()
  const dripping = await Promise.all(Array.from({ length: 5 }, open))
  for (const socket of dripping) {
    socket.write(start)
    socket.resume()
  }
  const timer = setInterval(() => {
    for (const socket of dripping) if (!socket.destroyed) socket.write(drip)
  }, 100)
  await allGone()
  clearInterval(timer)
})

test('responds 408 to slow clients before it drops them, and keeps serving others', async () => {
  await serving()
  const socket = await open()
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.write(`${head}Content-Length: 100\r\n\r\n{`)
  await once(socket, 'end')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(await (await fetch(`${served.url}/api/short`)).text()).toBe('short')
})

test('drops a client that reads nothing of its response, although it keeps sending requests', async () => {
  await serving({ timeouts: { ...timeouts, head: 60_000, request: 60_000 } })
  const socket = await open()
  socket.pause()
  socket.write('GET /api/long HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX: ')
  const timer = setInterval(() => !socket.destroyed && socket.write('x'), 100)
  await expect.poll(() => served.connections()).toBe(1)
  await allGone()
  clearInterval(timer)
})

test.each([
  ['one answer', ''],
  ['two answers', 'GET /api/long HTTP/1.1\r\nHost: x\r\n\r\n'],
])('writes no error into the middle of %s', async (_name, another) => {
  await serving()
  const socket = await open()
  let answer = ''
  let statuses = 0
  socket.on('data', (bytes) => {
    answer = answer.slice(-40) + bytes.toString('latin1')
    if (answer.includes('HTTP/1.1 4')) statuses++
  })
  socket.write(`GET /api/long HTTP/1.1\r\nHost: x\r\n\r\n${another}`)
  await once(socket, 'data')
  socket.write('no request\r\n\r\n')
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  expect(statuses).toBe(0)
})

test('sends the whole response to a client that reads it slowly', async () => {
  await serving({ timeouts: { ...timeouts, stalledAnswer: 20_000 } })
  const response = await fetch(`${served.url}/api/long`)
  let length = 0
  for await (const bytes of response.body ?? []) {
    if (length === 0) await new Promise((resolve) => setTimeout(resolve, 1_000))
    length += bytes.length
  }
  expect(length).toBe(longBytes)
})

const isOpen = async (socket: Socket): Promise<boolean> => {
  socket.write('GET /api/short HTTP/1.1\r\nHost: x\r\n\r\n')
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'end'), once(socket, 'close')])
  return Buffer.isBuffer(first)
}
const openThree = async () => {
  const three = [await open(), await open(), await open()]
  return [three, await Promise.all(three.map(isOpen))] as const
}

test('limits the connections of one IP address', async () => {
  await serving({ settings: { MAX_CONNECTIONS_PER_IP: '2' } })
  const [[first], answered] = await openThree()
  expect(answered).toEqual([true, true, false])
  await expect.poll(() => served.logged()).toContain('"msg":"connections were refused')
  first?.destroy()
  await expect.poll(async () => isOpen(await open())).toBe(true)
})

test('does not limit the connections of a trusted proxy', async () => {
  await serving({ settings: { MAX_CONNECTIONS_PER_IP: '2', TRUST_PROXY: '127.0.0.1' } })
  expect((await openThree())[1]).toEqual([true, true, true])
})

test('limits all connections together', async () => {
  await serving({ settings: { MAX_CONNECTIONS: '2', TRUST_PROXY: '127.0.0.1' } })
  expect((await openThree())[1]).toEqual([true, true, false])
})

test('warns once about a proxy that TRUST_PROXY does not contain', async () => {
  const warnings = () => served.logged().match(/X-Forwarded-For is ignored/g) ?? []
  const ask = (headers?: Record<string, string>) => fetch(`${served.url}/api/short`, headers && { headers })
  await serving()
  await ask()
  expect(warnings()).toHaveLength(0)
  for (const forwarded of ['203.0.113.5', '203.0.113.6']) await ask({ 'x-forwarded-for': forwarded })
  expect(warnings()).toHaveLength(1)
  expect(served.logged()).not.toContain('203.0.113')
  await served.stop()
  await serving({ settings: { TRUST_PROXY: '127.0.0.1' } })
  await ask({ 'x-forwarded-for': '203.0.113.5' })
  expect(warnings()).toHaveLength(0)
})
