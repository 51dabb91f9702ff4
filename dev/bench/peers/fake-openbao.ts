// Speaks the part of OpenBao's documented HTTP that the benchmark uses, as a program of that name: `server -config=FILE`.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

const config = JSON.parse(readFileSync((process.argv[3] ?? '').replace('-config=', ''), 'utf8'))
if (!config.audit[0].file.file.options.file_path) throw new Error('No audit device')

const rootToken = 'root-token'
const readerToken = 'reader-token'
const done = { isInitialized: false, isUnsealed: false, mountsVersion: '', policy: '' }
let stored: unknown

const calls: Record<
  string,
  (body: Record<string, unknown>, token: string) => [status: number, body?: unknown]
> = {
  'GET /v1/sys/init': () => [200, { initialized: done.isInitialized }],
  'PUT /v1/sys/init': () => {
    done.isInitialized = true
    return [200, { keys: ['00'], keys_base64: ['AA=='], root_token: rootToken }]
  },
  'PUT /v1/sys/unseal': ({ key }) => {
    done.isUnsealed = done.isInitialized && key === 'AA=='
    return [200, { sealed: !done.isUnsealed }]
  },
  'GET /v1/sys/health': () => [done.isUnsealed ? 200 : 503, {}],
  'POST /v1/sys/mounts/secret': ({ type, options }, token) => {
    if (type === 'kv') done.mountsVersion = (options as { version: string }).version
    return [token === rootToken ? 204 : 403]
  },
  'PUT /v1/sys/policies/acl/reader': ({ policy }, token) => {
    done.policy = String(policy)
    return [token === rootToken ? 204 : 403]
  },
  'POST /v1/auth/token/create': (_body, token) => [
    token === rootToken && done.policy.includes('secret/data/app') ? 200 : 403,
    { auth: { client_token: readerToken } },
  ],
  'POST /v1/secret/data/app': ({ data }, token) => {
    // The engine is not ready when its mount is answered.
    if (done.mountsVersion === '2') done.mountsVersion = 'ready'
    else stored = data
    return [stored === undefined ? 400 : token === rootToken ? 200 : 403, { data: { version: 1 } }]
  },
  'GET /v1/secret/data/app': (_body, token) => [
    token === readerToken ? 200 : 403,
    { data: { data: stored, metadata: { version: 1 } } },
  ],
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = request.method === 'GET' ? {} : ((await json(request)) as Record<string, unknown>)
  const token = String(request.headers['x-vault-token'])
  const [status, answered] = calls[`${request.method} ${request.url}`]?.(body, token) ?? [404]
  response.writeHead(status)
  // Without a length: in chunks, as a server in Go sends what is longer than its buffer.
  if (answered !== undefined) response.write(JSON.stringify(answered))
  response.end()
}

const [host, port] = String(config.listener[0].tcp.address).split(':')
createServer((request, response) => void answer(request, response)).listen(Number(port), host)
