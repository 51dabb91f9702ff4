/**
 * The HTTP server without routes: its limits of size and time, and the responses to requests that match no route.
 */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import { clientIp, isProxyNotTrusted } from './client-ip.ts'
import { type Connections, limitConnections } from './connections.ts'
import { beforeFramework, type FastPathRoute, fastPath } from './fast-path.ts'
import { createNodeServer, defaultTimeouts, rejectBrokenRequest, type Timeouts } from './node-server.ts'
import type { CompletedCall, OnResponse } from './on-response.ts'
import { securityHeaders } from './security-headers.ts'
import { type ErrorWatch, sendMappedError } from './send-error.ts'
import { isUnauthenticated, waitAsStranger } from './stranger.ts'
import type { Turns } from './turns.ts'

const noQuery = {}
const twoHosts = [{ path: 'Host', message: 'Must be sent once' }]

/** RFC 9112, 3.2. A proxy in front may have read the other one. Only the raw list has both. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/** The contract's schemas check input and output; Fastify's own compilers are not loaded. */
const noCompiler = (): never => {
  throw new Error('No route has a schema of Fastify’s')
}

/** Node joins the lines of this header, although its type allows a list. */
const forwardedFor = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(',') : header

type ServerConfig = Pick<
  Config,
  'publicUrl' | 'trustProxy' | 'maxConnections' | 'maxConnectionsPerIp' | 'bodyMemoryBytes'
>

const answeredOf = (request: FastifyRequest, reply: FastifyReply): CompletedCall => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'none',
  status: reply.statusCode,
  ip: request.address,
  ms: performance.now() - request.startedAt,
  waitedMs: request.waitedMs,
})

/** The response is sent before the request has arrived completely. The rest is read and discarded for a short time. */
const closeUnlessComplete = ({ raw, socket }: FastifyRequest, linger: number) => {
  if (raw.complete) return
  setTimeout(() => {
    if (!raw.complete) socket.destroy()
  }, linger).unref()
}

/** What happens first with every call: its IP address is found, and its connection has a response to wait for. */
const createArrived = (
  { trustProxy }: ServerConfig,
  { log }: Pick<ErrorWatch, 'log'>,
  connections: Connections,
  isEnding: () => boolean,
) => {
  const addressOf = clientIp(trustProxy)
  let hasWarned = false
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

interface ServerOptions {
  readonly timeouts?: Partial<Timeouts> | undefined
  /** The route whose plain calls are answered in front of the framework. */
  readonly plain?: FastPathRoute | undefined
  /** Whether the process is about to stop: each answer is then the last one on its connection. */
  readonly isDraining?: () => boolean
  /** Without it, strangers wait for nothing. */
  readonly turns?: Pick<Turns, 'beginStranger'>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its calls take turns by their caller, who is known later. */
    takesTurns?: true
  }
}

export function openServer(
  config: ServerConfig,
  watch: ErrorWatch,
  { timeouts: given, plain, isDraining = () => false, turns }: ServerOptions = {},
): FastifyInstance {
  const timeouts = { ...defaultTimeouts, ...given }
  const nextId = requestIds()
  const headers = securityHeaders(config.publicUrl)
  const connections = limitConnections(config, watch.log, timeouts)
  let closing = false
  const arrived = createArrived(config, watch, connections, () => closing || isDraining())
  const onAnswered: OnResponse[] = [(call) => watch.log.answered(call)]
  const isClosing = () => closing
  const front =
    plain && fastPath(plain, { watch, nextId, arrived, headers: headers.api, onAnswered, isClosing, turns })
  const server = Fastify({
    logger: false,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handler) =>
      connections.guard(createNodeServer(timeouts, front ? beforeFramework(front, handler) : handler)),
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: rejectBrokenRequest(nextId, connections, timeouts.linger),
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers.of(request.url)).header('x-request-id', request.id)
      void sendMappedError(watch, error, request, reply)
    },
    routerOptions: { maxParamLength: 1_000, querystringParser: () => noQuery },
  })
  server.decorate('onAnswered', onAnswered)
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('waitedMs', 0)
  server.decorateRequest('address', '')
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.address = arrived(request.socket, reply.raw, forwardedFor(request.headers['x-forwarded-for']))
    reply.headers(headers.of(request.url)).header('x-request-id', request.id)
    done(hasTwoHosts(request.raw) ? new AppError('VALIDATION_FAILED', { details: twoHosts }) : undefined)
  })
  if (turns)
    server.addHook('onRequest', async ({ address, routeOptions: { config } }) => {
      if (!config.takesTurns) await turns.beginStranger(address, () => undefined)
    })
  server.addHook('onResponse', (request, reply, done) => {
    const answered = answeredOf(request, reply)
    for (const listener of onAnswered) listener(answered)
    closeUnlessComplete(request, timeouts.linger)
    done()
  })
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onClose', async () => connections.stop())
  // Fastify reads no body: `serve.ts` does, after authentication.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.setErrorHandler(async (error, request, reply) => {
    if (isUnauthenticated(error)) await waitAsStranger(turns, request.address)
    return await sendMappedError(watch, error, request, reply)
  })
  return server
}

/** Generates request ids, unique across nodes. Ids of callers are ignored, because people search the logs by them. */
function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
