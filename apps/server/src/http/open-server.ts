/**
 * The HTTP server without routes: its limits of size and time, and the responses to requests that match no route.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { clientIp, isProxyNotTrusted } from './client-ip.ts'
import { limitConnections } from './connections.ts'
import { isApi } from './is-api.ts'
import { createNodeServer, defaultTimeouts, rejectBrokenRequest, type Timeouts } from './node-server.ts'
import { requestIds } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { type ErrorWatch, sendMappedError } from './send-error.ts'

const noQuery = {}

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

const logAnswer = ({ log }: ErrorWatch, request: FastifyRequest, reply: FastifyReply) =>
  log.answered({
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ip: request.address,
    ms: Math.round((performance.now() - request.startedAt) * 10) / 10,
    waitedMs: Math.round(request.waitedMs),
  })

/** The response is sent before the request has arrived completely. The rest is read and discarded for a short time. */
const closeUnlessComplete = ({ raw, socket }: FastifyRequest, linger: number) => {
  if (raw.complete) return
  setTimeout(() => {
    if (!raw.complete) socket.destroy()
  }, linger).unref()
}

export function openServer(
  config: ServerConfig,
  watch: ErrorWatch,
  given: Partial<Timeouts> = {},
): FastifyInstance {
  const timeouts = { ...defaultTimeouts, ...given }
  const nextId = requestIds()
  const addressOf = clientIp(config.trustProxy)
  const headers = securityHeaders(config.publicUrl)
  const connections = limitConnections(config, watch.log, timeouts)
  let hasWarned = false
  const server = Fastify({
    logger: false,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handler) => connections.guard(createNodeServer(timeouts, handler)),
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: rejectBrokenRequest(nextId, connections, timeouts.linger),
    frameworkErrors: (error, request, reply) => {
      reply.headers(isApi(request.url) ? headers.api : headers.page).header('x-request-id', request.id)
      void sendMappedError(watch, error, request, reply)
    },
    routerOptions: { maxParamLength: 1_000, querystringParser: () => noQuery },
  })
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('waitedMs', 0)
  server.decorateRequest('address', '')
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request
    const forwarded = forwardedFor(request.headers['x-forwarded-for'])
    request.startedAt = performance.now()
    request.address = addressOf(socket.remoteAddress, forwarded)
    connections.responding(socket, reply.raw)
    if (!hasWarned && isProxyNotTrusted(config.trustProxy, socket.remoteAddress, forwarded)) {
      hasWarned = true
      watch.log.proxyNotTrusted({ ip: request.address })
    }
    reply.headers(isApi(request.url) ? headers.api : headers.page).header('x-request-id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    logAnswer(watch, request, reply)
    closeUnlessComplete(request, timeouts.linger)
    done()
  })
  server.addHook('onClose', async () => connections.stop())
  // Fastify reads no body: `serve.ts` does, after authentication.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.setErrorHandler((error, request, reply) => sendMappedError(watch, error, request, reply))
  return server
}
