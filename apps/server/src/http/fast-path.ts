/**
 * Answers the plain calls of one route in front of the framework: GET, a path that needs no decoding, one API key, no
 * body, and only headers that are known. Everything else takes the full path, and so does every call while the server
 * closes. The handler, its errors, limits, headers, log and metrics are those of the full path; `app.plain-front.test.ts`
 * compares the bytes of both.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OnResponse } from './on-response.ts'
import { userAgentOf } from './origin.ts'
import { type Answer, renderResponse } from './render-answer.ts'
import { type Call, type Route, routeUrl } from './route.ts'
import { type ErrorWatch, errorResponse } from './send-error.ts'
import { isUnauthenticated, waitAsStranger } from './stranger.ts'
import type { Turns } from './turns.ts'

/** A route, and how to read its plain URLs. */
export interface FastPathRoute extends Route {
  /** Path and query of a plain call, as the contract would parse them; undefined for any other URL. */
  readonly read: (url: string) => Pick<Call, 'params' | 'query'> | undefined
}

export interface FastPathDeps {
  readonly watch: ErrorWatch
  readonly nextId: () => string
  /** The client's IP address, at the beginning of a call. */
  readonly arrived: (socket: Socket, response: ServerResponse, forwardedFor: string | undefined) => string
  /** The headers of every response of the API. */
  readonly headers: Readonly<Record<string, string>>
  readonly onAnswered: readonly OnResponse[]
  readonly isClosing: () => boolean
  readonly turns: Pick<Turns, 'beginStranger'> | undefined
}

interface Arrived {
  readonly url: Pick<Call, 'params' | 'query'>
  readonly headers: PlainHeaders
  readonly requestId: string
  readonly ip: string
  readonly startedAt: number
}

const noRedirects = { own: '', providers: [] }
const until = (done: Promise<void>) => done

export function fastPath({ endpoint, handle, read }: FastPathRoute, deps: FastPathDeps) {
  const { watch, onAnswered } = deps
  const route = routeUrl(endpoint)
  const method = 'GET'

  const answerOf = async (request: IncomingMessage, arrived: Arrived): Promise<Answer> => {
    const { url, headers, requestId, ip, startedAt } = arrived
    const origin = { requestId, ip, userAgent: userAgentOf(headers.userAgent) }
    const call: Call = {
      ...url,
      caller: { kind: 'api-key', presented: headers.apiKey },
      body: undefined,
      headers: {},
      origin,
      reservation: undefined,
      masterPassword: undefined,
      passkeyUnlock: undefined,
      ifMatch: undefined,
      confirmedEnvironment: undefined,
      ifNoneMatch: headers.ifNoneMatch,
      startedAt,
      wait: until,
    }
    try {
      return renderResponse(endpoint, await handle(call), noRedirects)
    } catch (error) {
      if (isUnauthenticated(error)) await waitAsStranger(deps.turns, ip)
      const hasLeft = request.destroyed && !request.complete
      return await errorResponse(watch, error, { origin, route, hasLeft })
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse, arrived: Arrived) => {
    const { requestId, ip, startedAt } = arrived
    const { status, headers, body } = await answerOf(request, arrived)
    response.once('finish', () => {
      const ms = performance.now() - startedAt
      for (const answered of onAnswered) answered({ requestId, method, route, status, ip, ms, waitedMs: 0 })
    })
    const all: Record<string, string> = { ...deps.headers, 'x-request-id': requestId, ...headers }
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : undefined
    if (bytes !== undefined) all['content-length'] = String(Buffer.byteLength(bytes))
    response.writeHead(status, all).end(bytes)
  }

  /** Whether the request is plain, and so is answered here. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== method || request.httpVersion !== '1.1' || deps.isClosing()) return false
    const url = read(request.url ?? '')
    const headers = url && readPlainHeaders(request.rawHeaders)
    if (!headers) return false
    const requestId = deps.nextId()
    const startedAt = performance.now()
    const ip = deps.arrived(request.socket, response, headers.forwardedFor)
    respond(request, response, { url, headers, requestId, ip, startedAt }).catch((error: unknown) => {
      watch.log.fault({ requestId, route, error })
      request.socket.destroy()
    })
    return true
  }
}

/** Puts a front before a handler. */
export const beforeFramework =
  (front: ReturnType<typeof fastPath>, handler: RequestListener): RequestListener =>
  (request, response) => {
    if (!front(request, response)) handler(request, response)
  }

/** The headers of a plain call, as sent. */
interface PlainHeaders {
  readonly apiKey: string
  readonly ifNoneMatch: string | undefined
  readonly forwardedFor: string | undefined
  readonly userAgent: string | undefined
}

/** `host` only so that a second one is seen. */
const used = ['x-api-key', 'if-none-match', 'x-forwarded-for', 'user-agent', 'host'] as const
type Used = (typeof used)[number]

/**
 * Headers that nothing here reads, or only Node itself, which does the same for every call. All others are odd: also
 * those of a body, of another credential, and those that no part of this server knows yet.
 */
const ignored = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'forwarded',
  'pragma',
  'sec-fetch-mode',
  'traceparent',
  'tracestate',
  'via',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
]

const meaning = new Map<string, Used | 'ignored'>([
  ...used.map((name) => [name, name] as const),
  ...ignored.map((name) => [name, 'ignored'] as const),
])

const apiKey = /^pak_[0-9A-Za-z_]{63}$/

/** Reads the raw list, where a repeated header is visible. Undefined: the request is odd. */
function readPlainHeaders(raw: readonly string[]): PlainHeaders | undefined {
  const read: Partial<Record<Used, string>> = {}
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const means = meaning.get(name) ?? meaning.get(name.toLowerCase())
    if (means === 'ignored') continue
    if (means === undefined || read[means] !== undefined) return undefined
    read[means] = raw[at + 1] ?? ''
  }
  const presented = read['x-api-key']
  if (presented === undefined || !apiKey.test(presented)) return undefined
  return {
    apiKey: presented,
    ifNoneMatch: read['if-none-match'],
    forwardedFor: read['x-forwarded-for'],
    userAgent: read['user-agent'],
  }
}
