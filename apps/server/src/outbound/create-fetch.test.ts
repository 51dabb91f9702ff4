import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeError } from '../http/log/describe-error.ts'
import { createFetch } from './create-fetch.ts'

const secret = 'sk_live_canary'
/** Paths of the requests that arrived. */
const arrived: string[] = []
const handlers: Readonly<Record<string, RequestListener>> = {
  '/echo': (request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }))
    })
  },
  '/empty': (_, response) => response.writeHead(204).end(),
  '/zipped': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ is: 'small' }))),
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(4_000_000))),
  '/large': (_, response) => response.end('x'.repeat(10_001)),
  '/exact': (_, response) => response.end('x'.repeat(10_000)),
  '/endless': (_, response) => {
    const more = () => {
      while (response.write('x'.repeat(5_000)));
    }
    response.on('drain', more)
    more()
  },
  '/drip': (_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => {},
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  },
}

let server: Server
let other: Server
let origin: string
let foreign: string
const start = async (listener: RequestListener): Promise<[Server, string]> => {
  const started = createServer(listener)
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return [started, `http://127.0.0.1:${(started.address() as AddressInfo).port}`]
}
beforeAll(async () => {
  ;[other, foreign] = await start((request, response) => {
    arrived.push(`foreign ${request.url}`)
    response.end()
  })
  ;[server, origin] = await start((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin)
    arrived.push(pathname)
    const [, status = ''] = /^\/redirect-(\d+)$/.exec(pathname) ?? []
    if (status) response.writeHead(Number(status), { location: `${foreign}/stolen` }).end('moved')
    else handlers[pathname]?.(request, response)
  })
})
afterAll(() => {
  for (const one of [server, other]) {
    one.closeAllConnections()
    one.close()
  }
})

const fetchOf = (limits: { timeoutMs?: number; maxBytes?: number } = {}) =>
  createFetch({ origins: [origin], ...limits })

test('behaves like fetch, with every kind of body and response', async () => {
  // Its type fits where a client library accepts the platform's fetch.
  const library = (fetch: typeof globalThis.fetch) =>
    fetch(new URL('/echo', origin), { method: 'POST', body: '{}' })
  const answer = await library(fetchOf())
  expect(answer).toBeInstanceOf(Response)
  expect([answer.status, answer.ok, answer.headers.getSetCookie()]).toEqual([201, true, ['a=1', 'b=2']])
  expect(await answer.json()).toEqual({ method: 'POST', type: 'text/plain;charset=UTF-8', body: '{}' })
  const form = new Request(`${origin}/echo`, { method: 'PUT', body: new URLSearchParams({ a: 'b c' }) })
  expect(await (await fetchOf()(form)).json()).toMatchObject({ method: 'PUT', body: 'a=b+c' })
  expect([
    (await fetchOf()(`${origin}/empty`)).status,
    await (await fetchOf()(`${origin}/empty`)).text(),
  ]).toEqual([204, ''])
  const zipped = await fetchOf()(`${origin}/zipped`)
  expect(zipped.headers.get('content-encoding')).toBeNull()
  expect(await zipped.json()).toEqual({ is: 'small' })
})

test('calls only the origins it was given, and none by default', async () => {
  arrived.length = 0
  for (const [origins, url] of [
    [[], `${origin}/echo`],
    [[origin], `${foreign}/echo`],
    [[origin], origin.replace('127.0.0.1', 'localhost')],
    [[origin], origin.replace('http:', 'https:')],
    [[origin], `${origin}.example.com/`],
    [[origin], origin.replace('//', `//user:${secret}@`)],
    [[origin], 'data:text/plain,x'],
    [[origin], 'file:///etc/passwd'],
    [[origin], '/echo'],
  ] as const)
    await expect(createFetch({ origins })(url), url).rejects.toMatchObject({
      name: 'OutboundError',
      kind: 'not-allowed',
    })
  expect(arrived).toEqual([])
})

test.each([
  'http://api.example.com',
  'https://api.example.com/',
  'https://api.example.com/v1',
  'https://user@api.example.com',
  'api.example.com',
  '*',
])('cannot be built for %s', (text) => {
  expect(() => createFetch({ origins: [text] })).toThrow('is not the origin of an HTTPS server')
})

test('can be built for HTTPS servers and for this machine', () => {
  createFetch({ origins: ['https://api.example.com', 'https://api.example.com:8443', 'http://[::1]'] })
})

test.each([301, 302, 303, 307, 308])('rejects a redirect with %i, and does not follow it', async (status) => {
  arrived.length = 0
  const call = fetchOf()(`${origin}/redirect-${status}`, { redirect: 'follow' })
  await expect(call).rejects.toMatchObject({ kind: 'redirect' })
  expect(arrived).toEqual([`/redirect-${status}`])
})

test.each(['/silent', '/drip'])('gives up on %s after the time limit', async (path) => {
  const call = fetchOf({ timeoutMs: 200 })(origin + path)
  await expect(call).rejects.toMatchObject({
    kind: 'timeout',
    message: `${origin} did not answer within 200 ms`,
  })
})

test.each(['/large', '/bomb', '/endless'])('stops reading %s at the limit', async (path) => {
  await expect(fetchOf({ maxBytes: 10_000 })(origin + path)).rejects.toMatchObject({ kind: 'too-large' })
})

test('accepts a response of exactly the limit', async () => {
  const answer = await fetchOf({ maxBytes: 10_000 })(`${origin}/exact`)
  expect((await answer.arrayBuffer()).byteLength).toBe(10_000)
})

test('stops when the caller does, with the reason of the caller', async () => {
  for (const path of ['/silent', '/drip']) {
    const control = new AbortController()
    const call = fetchOf()(origin + path, { signal: control.signal })
    setTimeout(() => control.abort(new Error('no longer wanted')), 50)
    await expect(call).rejects.toThrow('no longer wanted')
  }
  await expect(fetchOf()(`${origin}/echo`, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('reports a connection that fails or breaks', async () => {
  const [closed, gone] = await start(() => {})
  await new Promise((resolve) => closed.close(resolve))
  const call = createFetch({ origins: [gone] })(gone)
  await expect(call).rejects.toMatchObject({ kind: 'network', code: 'ECONNREFUSED' })
  await expect(fetchOf()(`${origin}/cut`)).rejects.toMatchObject({ kind: 'network' })
})

test('errors and their log lines hold no path, query, header or body', async () => {
  const calls = [
    fetchOf()(`${foreign}/${secret}?key=${secret}`),
    fetchOf()(`${origin}/echo`, { headers: { authorization: `Bearer ${secret}\0` } }),
    fetchOf({ timeoutMs: 50 })(`${origin}/silent?key=${secret}`, { method: 'POST', body: secret }),
    fetchOf()(`${origin}/redirect-302?key=${secret}`),
    fetchOf()(`http://user:${secret}@127.0.0.1/`),
    createFetch({ origins: ['http://127.0.0.1:1'] })(`http://127.0.0.1:1/${secret}`),
  ]
  for (const outcome of await Promise.allSettled(calls)) {
    if (outcome.status === 'fulfilled') throw new Error('It was answered')
    const { reason } = outcome
    expect([reason.name, reason.cause]).toEqual(['OutboundError', undefined])
    expect(
      `${reason.stack} ${JSON.stringify(reason)} ${JSON.stringify(describeError(reason))}`,
    ).not.toContain(secret)
  }
})

test('the usual proxy variables of the environment change nothing', async () => {
  const script = `
    import { createFetch } from ${JSON.stringify(new URL('./create-fetch.ts', import.meta.url).href)}
    const answer = await createFetch({ origins: ['${origin}'] })('${origin}/exact')
    process.stdout.write(String(answer.status))`
  const proxy = 'http://127.0.0.1:1'
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { http_proxy: proxy, HTTP_PROXY: proxy, https_proxy: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy },
  })
  expect(stdout).toBe('200')
})
