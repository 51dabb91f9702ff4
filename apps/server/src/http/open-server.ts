/**
 * The HTTP server before any route is on it: how much and how slowly one may send, and how everything is answered
 * that no route answers.
 */
import type { Socket } from 'node:net'
import { limits } from '@envhold/contract/limits.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import { answerError, type ErrorWatch, errorBodyOf } from './answer-error.ts'
import { clientAddress } from './client-address.ts'
import { isApi } from './is-api.ts'
import { originOf } from './origin.ts'
import { requestIds } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

const seconds = 1_000
/** How long somebody may take, in milliseconds; who takes longer is cut off, however many they are. */
export interface Timeouts {
  readonly head: number
  readonly request: number
  readonly idleConnection: number
  readonly silentConnection: number
  /** How often the first two are looked after. */
  readonly lookAfter: number
}

const patience: Timeouts = {
  head: 10 * seconds,
  request: 30 * seconds,
  idleConnection: 65 * seconds,
  silentConnection: 60 * seconds,
  lookAfter: 1 * seconds,
}

/** What never became a request: answered on the bare connection. */
const answerBrokenRequest = (nextId: () => string) => (error: Error & { code?: string }, socket: Socket) => {
  if (socket.destroyed || !socket.writable) return
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return
  }
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['413 Payload Too Large', 'PAYLOAD_TOO_LARGE'] as const)
      : (['400 Bad Request', 'VALIDATION_FAILED'] as const)
  const body = JSON.stringify(errorBodyOf(new AppError(code), nextId()))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const noQuery = {}

/** The contract's schemas check what comes and goes; Fastify's own compilers are not even loaded. */
const noCompiler = (): never => {
  throw new Error('No route has a schema of Fastify’s')
}

/** Node joins the lines of this header; only its types say that it may be a list. */
const forwardedFor = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(',') : header

export function openServer(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  watch: ErrorWatch,
  timeouts = patience,
): FastifyInstance {
  const nextId = requestIds()
  const addressOf = clientAddress(config.trustProxy)
  const headers = securityHeaders(config.publicUrl)
  const server = Fastify({
    logger: false,
    genReqId: nextId,
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    exposeHeadRoutes: false,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idleConnection,
    connectionTimeout: timeouts.silentConnection,
    return503OnClosing: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: timeouts.lookAfter,
    },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: answerBrokenRequest(nextId),
    frameworkErrors: (error, request, reply) => {
      reply.headers(isApi(request.url) ? headers.api : headers.page).header('x-request-id', request.id)
      void answerError(watch, error, request, reply, originOf(request))
    },
    routerOptions: { maxParamLength: 1_000, querystringParser: () => noQuery },
  })
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('address', '')
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.address = addressOf(
      request.socket.remoteAddress,
      forwardedFor(request.headers['x-forwarded-for']),
    )
    reply.headers(isApi(request.url) ? headers.api : headers.page).header('x-request-id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    watch.log.answered({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ip: request.address,
      ms: Math.round((performance.now() - request.startedAt) * 10) / 10,
    })
    done()
  })
  // Bodies are read as they are, up to the limit, and looked at once it is known who sends them.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error, request, reply) =>
    answerError(watch, error, request, reply, originOf(request)),
  )
  return server
}
