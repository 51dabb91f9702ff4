/**
 * The part of `fetch` that the client uses, over `node:http`: loading the platform's own takes longer than everything
 * else in `envhold run` (50 ms of 100, measured). Follows no redirects, sends no cookies, and reads at most
 * `maxAnswerBytes` bytes, except of a file of lines, which its caller reads as it arrives.
 */
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'

const maxAnswerBytes = 16 * 1024 * 1024

const readAll = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    answer.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > maxAnswerBytes) answer.destroy(new TypeError('The response is too long'))
      else chunks.push(chunk)
    })
    answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    answer.on('error', reject)
    answer.on('aborted', () => reject(new TypeError('The response broke off')))
  })

/** The bytes of a response as they arrive. */
async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer
  } catch (error) {
    throw new TypeError('The response broke off', { cause: error })
  }
}

/** A file of any length, which the caller reads itself. */
const isLong = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && headers['content-type'] === 'application/x-ndjson'

const headersOf = (answer: IncomingMessage) => ({
  get: (name: string): string | null => {
    const value = answer.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  },
})

/** What the client reads of a `Response`, and no more. */
const responseOf = (answer: IncomingMessage, text: string, body?: AsyncIterable<Uint8Array>): Response => {
  const status = answer.statusCode ?? 0
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(answer),
    body: body ?? null,
    text: async () => text,
    json: async (): Promise<unknown> => JSON.parse(text),
  }
  // The rest of Response would load the platform's fetch, which this file avoids.
  return response as unknown as Response
}

/** How a server is reached. */
export interface Way {
  /** The only authorities to trust, as PEM; null for those of Node. */
  readonly ca: string | null
  readonly proxy: URL | null
}

/** Without it, Node may read the proxies from the environment a second time. */
const noProxyOfNode = { proxyEnv: {} }

async function agentFor({ ca, proxy }: Way, protocol: string): Promise<Agent> {
  const options = { keepAlive: true, ...noProxyOfNode, ...(ca !== null && { ca }) }
  if (protocol === 'http:') {
    const { Agent } = proxy?.protocol === 'https:' ? await import('node:https') : await import('node:http')
    return new Agent(options)
  }
  if (!proxy) return new (await import('node:https')).Agent(options)
  const { HttpsProxyAgent } = await import('hpagent')
  // A proxy that never answers would keep the process running after the call has ended.
  return new HttpsProxyAgent({ ...options, proxy, timeout: clientTimeoutMs })
}

/** A call without TLS uses no tunnel: the request goes to the proxy, with the complete URL. */
const forwarded = (url: URL, proxy: URL) => {
  const account = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const authorization = `Basic ${Buffer.from(account).toString('base64')}`
  return {
    path: url.href,
    auth: null,
    headers: { host: url.host, ...(account !== ':' && { 'proxy-authorization': authorization }) },
  }
}

async function send(
  url: URL,
  options: RequestOptions,
  body: string | null,
  { proxy }: Way,
): Promise<Response> {
  const isForwarded = proxy !== null && url.protocol === 'http:'
  const target = isForwarded ? proxy : url
  const more = isForwarded ? forwarded(url, proxy) : { headers: {} }
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const all = { ...options, ...more, headers: { ...options.headers, ...more.headers } }
    const sent = request(target, all, (answer) => {
      if (isLong(answer)) resolve(responseOf(answer, '', bytesOf(answer)))
      else readAll(answer).then((text) => resolve(responseOf(answer, text)), reject)
    })
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}

/**
 * A `fetch` over this transport. It throws TypeError when there is no response, as `fetch` does; the cause is a
 * CallFailure.
 */
export function createLeanFetch(way: Way): typeof fetch {
  let agent: Promise<Agent> | undefined
  return async (address, init) => {
    const url = new URL(String(address))
    agent ??= agentFor(way, url.protocol)
    const body = typeof init?.body === 'string' ? init.body : null
    const headers = {
      ...(init?.headers as Record<string, string>),
      'user-agent': 'envhold-cli',
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const options: RequestOptions = {
      method: init?.method ?? 'GET',
      headers,
      agent: await agent,
      ...(init?.signal && { signal: init.signal }),
    }
    try {
      return await send(url, options, body, way)
    } catch (error) {
      if (init?.signal?.aborted) throw error
      throw new TypeError('No answer', { cause: new CallFailure(error, url, way.proxy) })
    }
  }
}

/**
 * Why a call got no response: what the system or the proxy said, and between which hosts. Never contains a user or a
 * password.
 */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** From Node or OpenSSL, such as `ECONNREFUSED`; `PROXY_REFUSED` when the proxy opened no tunnel. */
  readonly code: string
  readonly origin: string
  /** `http://proxy.example.com:3128`, or null. */
  readonly proxy: string | null
  /** The proxy's status when it did not open a tunnel. */
  readonly proxyStatus: number | null

  constructor(cause: unknown, url: URL, proxy: URL | null) {
    super('No answer', { cause })
    const message = cause instanceof Error ? cause.message : ''
    // The agent says no more than this.
    const status = proxy ? /^Bad response: (\d{3})$/.exec(message)?.[1] : undefined
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    this.proxyStatus = status === undefined ? null : Number(status)
    this.code = status === undefined ? code : 'PROXY_REFUSED'
    this.origin = url.origin
    this.proxy = proxy?.origin ?? null
  }
}
