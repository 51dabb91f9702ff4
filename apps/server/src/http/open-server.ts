/**
 * The HTTP server: which route a request matches, what happens before and after its handler, and the limits of size and
 * time.
 */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from '@envhold/contract/errors.ts'
import { AppError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import { type Connections, limitConnections } from './connections.ts'
import { Exchange, type HttpRoute, type OnResponse, type Served } from './exchange.ts'
import { createNodeServer, defaultTimeouts, rejectBrokenRequest, type Timeouts } from './node-server.ts'
import { clientIp, isProxyNotTrusted } from './requests/client-ip.ts'
import { readHeaders } from './requests/read-headers.ts'
import { type ErrorWatch, errorAnswer } from './responses/error-answer.ts'
import { securityHeaders } from './responses/security-headers.ts'
import { sendAnswer } from './responses/send-answer.ts'
import { createRouter, nowhere } from './router.ts'
import type { Turns } from './turns/turns.ts'

/** Whether the caller is to blame, not the server. */
const isRejection = (error: unknown): boolean => error instanceof AppError && errors[error.code].status < 500

const twoHosts = [{ path: 'Host', message: 'Must be sent once' }]

type ServerConfig = Pick<
  Config,
  'publicUrl' | 'trustProxy' | 'maxConnections' | 'maxConnectionsPerIp' | 'bodyMemoryBytes'
>

/** An address to bind, or a socket that listens already. */
export type ListenAt = { readonly host: string; readonly port: number } | { readonly fd: number }

export interface HttpServer {
  /** Node's, for its connections. */
  readonly server: Server
  readonly routes: readonly HttpRoute[]
  /** @returns the URL, without a slash at the end */
  readonly listen: (at: ListenAt) => Promise<string>
  /** Stops accepting, and resolves when the running calls have ended. */
  readonly close: () => Promise<void>
}

interface ServerOptions {
  readonly timeouts?: Partial<Timeouts> | undefined
  /** Whether the process is about to stop: each answer is then the last one on its connection. */
  readonly isDraining?: () => boolean
  /** Without it, neither strangers nor rejections wait. */
  readonly turns?: Pick<Turns, 'beginStranger' | 'delayRejection'>
  /** Called before connections are closed. */
  readonly onClosing?: () => Promise<void>
  /** Called when they are closed. */
  readonly onClosed?: () => Promise<void>
}

/** What happens first with every call: its IP address is found, and its connection has a response to wait for. */
const createArrived = (
  { trustProxy }: ServerConfig,
  { log }: Pick<ErrorWatch, 'log'>,
  connections: Connections,
  isEnding: () => boolean,
) => {
  let hasWarned = false
  let hasReported = false
  const addressOf = clientIp(trustProxy, (ip) => {
    if (!hasReported) log.forwardedUnreadable({ ip })
    hasReported = true
  })
  return (socket: Socket, response: ServerResponse, forwarded: string | undefined): string => {
    const ip = addressOf(socket.remoteAddress, forwarded)
    connections.responding(socket, response)
    // A connection that stays open would be closed under a request that its client is just sending.
    if (isEnding()) response.shouldKeepAlive = false
    if (!hasWarned && isProxyNotTrusted(trustProxy, socket.remoteAddress, forwarded)) {
      hasWarned = true
      log.proxyNotTrusted({ ip })
    }
    return ip
  }
}

/** The response is sent before the request has arrived completely. The rest is read and discarded for a short time. */
const closeUnlessComplete = (request: IncomingMessage, linger: number) => {
  if (request.complete) return
  const { socket } = request
  setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, linger).unref()
}

/** Calls these after the last byte of a response. */
const reportWhenSent = (exchange: Exchange, listeners: readonly OnResponse[], linger: number) => {
  const { request, response, requestId, route, ip, startedAt } = exchange
  response.on('finish', () => {
    const { method = '' } = request
    const { statusCode: status } = response
    const ms = performance.now() - startedAt
    for (const answered of listeners)
      answered({ requestId, method, route, status, ip, ms, waitedMs: exchange.waitedMs }, exchange)
    closeUnlessComplete(request, linger)
  })
}

/** A server that does not listen yet. */
export function openServer(
  config: ServerConfig,
  watch: ErrorWatch,
  served: Served,
  { timeouts: customTimeouts, isDraining = () => false, turns, onClosing, onClosed }: ServerOptions = {},
): HttpServer {
  const timeouts = { ...defaultTimeouts, ...customTimeouts }
  const nextId = requestIds()
  const security = securityHeaders(config.publicUrl)
  const connections = limitConnections(config, watch.log, timeouts)
  const find = createRouter(served.routes, served.notFound)
  const listeners: OnResponse[] = [(call) => watch.log.answered(call), ...served.onAnswered]
  let closing: Promise<void> | undefined
  const arrived = createArrived(config, watch, connections, () => closing !== undefined || isDraining())

  const respond = async ({ path, takesTurns, handler }: HttpRoute, exchange: Exchange) => {
    // A URL can be written in other ways than the path that it matches.
    const common = security.of(path === nowhere ? exchange.url : path)
    try {
      if (exchange.headers.hasTwoHosts) throw new AppError('VALIDATION_FAILED', { details: twoHosts })
      if (!takesTurns) {
        exchange.hasTurn = true
        await turns?.beginStranger(exchange.ip, () => undefined)
      }
      const begun = sendAnswer(exchange, common, await handler(exchange))
      if (begun !== undefined) await begun
    } catch (error) {
      if (turns && !exchange.hasTurn && isRejection(error))
        await exchange.wait(turns.delayRejection(exchange.ip, () => exchange.signal))
      await sendAnswer(exchange, common, await errorAnswer(watch, error, exchange))
    }
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const { route, params } = find(request)
    const headers = readHeaders(request.rawHeaders)
    const exchange = new Exchange({
      request,
      response,
      route: route.path,
      params,
      headers,
      requestId: nextId(),
      ip: arrived(request.socket, response, headers.forwardedFor),
      startedAt,
    })
    reportWhenSent(exchange, listeners, timeouts.linger)
    respond(route, exchange).catch((error: unknown) => {
      watch.log.fault({ requestId: exchange.requestId, route: route.path, error })
      request.socket.destroy()
    })
  }

  const server = connections.guard(createNodeServer(timeouts, onRequest))
  server.on('clientError', rejectBrokenRequest(nextId, connections, timeouts.linger))
  const close = async () => {
    await onClosing?.()
    server.closeIdleConnections()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    server.close(resolve)
    await promise
    await onClosed?.()
    connections.stop()
  }
  return {
    server,
    routes: served.routes,
    listen: async (at) => {
      server.listen(at)
      await once(server, 'listening')
      const bound = server.address()
      if (typeof bound !== 'object' || bound === null) throw new Error('The server listens on no TCP port')
      return `http://${'host' in at ? at.host : bound.address}:${bound.port}`
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Generates request ids, unique across nodes. Ids of callers are ignored, because people search the logs by them. */
function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
