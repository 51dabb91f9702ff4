/** Node’s HTTP server with timeouts for slow clients, and responses to malformed requests. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@envhold/contract/limits.ts'
import { AppError } from '../app-error.ts'
import type { Connections } from './connections.ts'
import { errorBodyOf } from './responses/error-answer.ts'

const seconds = 1_000

/** How long a caller may take, in milliseconds; the connection of a slower one is closed. */
export interface Timeouts {
  /** From the first byte of a request to the end of its head. */
  readonly head: number
  /** From the first byte of a request to its last. */
  readonly request: number
  readonly idleConnection: number
  readonly silentConnection: number
  /** How long a client may read nothing of a response. */
  readonly stalledAnswer: number
  /** How long the rest of a rejected request is read and discarded, so that the client reads the response. */
  readonly linger: number
  /** How often these limits are checked. */
  readonly lookAfter: number
}

export const defaultTimeouts: Timeouts = {
  head: 10 * seconds,
  request: 30 * seconds,
  idleConnection: 65 * seconds,
  silentConnection: 60 * seconds,
  stalledAnswer: 30 * seconds,
  linger: 2 * seconds,
  lookAfter: 1 * seconds,
}

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const rejectionOf = (code: string | undefined, requestId: string): string => {
  const [status, error] =
    code === 'HPE_HEADER_OVERFLOW'
      ? (['413 Payload Too Large', 'PAYLOAD_TOO_LARGE'] as const)
      : (['400 Bad Request', 'VALIDATION_FAILED'] as const)
  const body = JSON.stringify(errorBodyOf(new AppError(error), requestId))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Responds on the socket to bytes that are no valid request, and destroys it: a socket that is only ended stays open
 * until the client closes it.
 */
export const rejectBrokenRequest =
  (nextId: () => string, connections: Pick<Connections, 'isBetweenResponses'>, linger: number) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (socket.destroyed || !socket.writable) return
    if (error.code === 'ECONNRESET' || !connections.isBetweenResponses(socket)) {
      socket.destroy()
      return
    }
    // After a timeout the rest of the request may still arrive: it is not read.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(timedOut, () => socket.destroy())
    else
      socket.end(rejectionOf(error.code, nextId()), () => {
        setTimeout(() => socket.destroy(), linger).unref()
      })
  }

/** The response to `Expect: 100-continue` waits until the body is read, so a rejected caller never sends its body. */
const continueWhenRead = (server: Server) =>
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue()
    })
    server.emit('request', request, response)
  })

export function createNodeServer(timeouts: Timeouts, handler: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timeouts.head,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.idleConnection,
      connectionsCheckingInterval: timeouts.lookAfter,
    },
    handler,
  )
  server.setTimeout(timeouts.silentConnection)
  return continueWhenRead(server)
}
