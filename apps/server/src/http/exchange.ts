/** One request and its response: what every handler gets, and what it returns. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { restCall } from '../db/charged-work.ts'
import type { UserCaller } from './caller.ts'
import type { CompletedCall } from './log/log.ts'
import type { ReadHeaders } from './requests/read-headers.ts'
import type { OpenedBody, Origin } from './route.ts'

export type Headers = Readonly<Record<string, string>>

/** What is known of a request when its head has arrived. */
interface Head {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The pattern of the route, never the path as it was sent; `none` if no route matches. */
  readonly route: string
  /** The parts of the path that the route names, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: ReadHeaders
  readonly requestId: string
  /** The client's IP address, according to TRUST_PROXY. */
  readonly ip: string
  /** From `performance.now()`. */
  readonly startedAt: number
}

const userAgentLength = 256

/** A request, from its head to the last byte of its response, and the origin of the call that it is. */
export class Exchange implements Head, Origin {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly route: string
  readonly params: Head['params']
  readonly headers: ReadHeaders
  readonly requestId: string
  readonly ip: string
  readonly startedAt: number
  /** How long the call has waited on purpose, in milliseconds. */
  waitedMs = 0
  /** Whether the call waits for a turn: if it is rejected without one, the rejection waits. */
  hasTurn = false
  caller: UserCaller | undefined = undefined
  /** Headers of the response that it has as an error, too. */
  extraHeaders: Headers | undefined = undefined
  #signal: AbortSignal | undefined

  constructor({ request, response, route, params, headers, requestId, ip, startedAt }: Head) {
    this.request = request
    this.response = response
    this.route = route
    this.params = params
    this.headers = headers
    this.requestId = requestId
    this.ip = ip
    this.startedAt = startedAt
  }

  /** Path and query, as sent. */
  get url(): string {
    return this.request.url ?? ''
  }

  get userAgent(): string {
    return this.headers.userAgent?.slice(0, userAgentLength) ?? ''
  }

  /** Created at the first use, because few calls need it. */
  get signal(): AbortSignal {
    this.#signal ??= closeSignal(this.response)
    return this.#signal
  }

  /** Waits for what is slow on purpose, and records how long it took. */
  async wait(until: Promise<void>): Promise<void> {
    const begun = performance.now()
    await restCall(until)
    this.waitedMs += performance.now() - begun
  }
}

/** The complete response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Opens the body. What holds the answer until it is sent then holds neither the text nor its memory. */
  readonly open?: () => OpenedBody
}

/** Answers a request. What it throws becomes an error's response. */
export type Handler = (exchange: Exchange) => Answer | Promise<Answer>

export interface HttpRoute {
  readonly methods: readonly string[]
  /** A path, in which `:name` is any text without a slash. */
  readonly path: string
  /** Whether its calls take turns by their caller, who is known later. */
  readonly takesTurns?: true
  readonly handler: Handler
}

/** HEAD runs the same code as GET: Node omits the body. */
export const getAndHead: readonly string[] = ['GET', 'HEAD']

/** Called after the last byte of an answer was sent. */
export type OnResponse = (call: CompletedCall, exchange: Pick<Exchange, 'request'>) => void

/** What a server serves. */
export interface Served {
  readonly routes: readonly HttpRoute[]
  /** Answers what matches no route. */
  readonly notFound: Handler
  readonly onAnswered: readonly OnResponse[]
}

function closeSignal(response: ServerResponse): AbortSignal {
  if (response.destroyed) return AbortSignal.abort()
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
