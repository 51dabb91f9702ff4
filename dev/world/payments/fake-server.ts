// The HTTP side of a fake provider: routes, a log of requests, and faults that tests switch on.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** What the route's pattern captured. */
  readonly params: readonly string[]
}

export interface FakeAnswer {
  readonly status: number
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface FakeRoute {
  readonly method: string
  /** Matches the whole path, without the query. */
  readonly path: RegExp
  readonly answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>
}

export const route = (method: string, path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({
  method,
  path,
  answer,
})

/** `authorization` is shortened to its scheme. */
export interface LoggedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Replaces every answer of the API: an answer of its own, a closed connection, or silence. */
export type Fault = FakeAnswer | 'close' | 'hang'

export interface FakeServer {
  readonly url: string
  readonly log: LoggedRequest[]
  fault: Fault | undefined
  /** Does what a request such as `POST /subscriptions` asks for, loses the answer, and is down from then on. */
  downAfter: RegExp | undefined
  readonly stop: () => Promise<void>
}

export interface FakeServerOptions {
  readonly routes: readonly FakeRoute[]
  /** Answers instead of a route, such as 401. Pages, whose path starts with `/__`, are not asked. */
  readonly reject: (request: FakeRequest) => FakeAnswer | undefined
  readonly notFound: (request: FakeRequest) => FakeAnswer
  readonly port?: number
}

function logged({ method, headers, body }: FakeRequest, path: string): LoggedRequest {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'authorization' ? String(value).split(' ')[0] : String(value),
  ])
  return { method, path, headers: Object.fromEntries(entries), body }
}

function send(response: ServerResponse, { status, body, headers = {} }: FakeAnswer): void {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json'
  const content = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { ...(content !== '' && { 'content-type': type }), ...headers }).end(content)
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake')
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await text(incoming),
    params: [],
  }
}

export async function startFakeServer({
  routes,
  reject,
  notFound,
  port = 0,
}: FakeServerOptions): Promise<FakeServer> {
  const log: LoggedRequest[] = []

  async function answerOf(request: FakeRequest, path: string): Promise<Fault> {
    if (path === '/__log') return { status: 200, body: log }
    const isPage = path.startsWith('/__')
    log.push(logged(request, path))
    if (!isPage && fake.fault !== undefined) return fake.fault
    const rejection = isPage ? undefined : reject(request)
    if (rejection !== undefined) return rejection
    for (const { method, path: pattern, answer } of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null
      if (match === null || match[0] !== request.path) continue
      const done = await answer({ ...request, params: match.slice(1) })
      if (!fake.downAfter?.test(`${request.method} ${request.path}`)) return done
      fake.fault = { status: 500, body: 'down' }
      return 'close'
    }
    return notFound(request)
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await answerOf(await readRequest(incoming), incoming.url ?? '/')
    if (answer === 'close') incoming.socket.destroy()
    else if (answer !== 'hang') send(response, answer)
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) =>
      send(response, { status: 500, body: String(error) }),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const fake: FakeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    fault: undefined,
    downAfter: undefined,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return fake
}
