/**
 * Limits connections: how many at once, how many per IP address, and how long a client may read nothing. Node's own
 * timeouts end slow requests, but a client that reads nothing and keeps sending never counts as idle for them.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ipMatcher, unmappedIp } from '@envhold/contract/ip-range.ts'
import type { Config } from '../config/config.ts'
import type { Log } from './log/log.ts'
import { ipRateKey } from './requests/ip-rate-key.ts'

/** The time limits of connections, in milliseconds. */
export interface ReaderTimeouts {
  /** How long a client may read nothing of a response of any size. */
  readonly stalledAnswer: number
  /** How often that is checked. */
  readonly lookAfter: number
}

export interface Connections {
  /** Puts a server under these limits. */
  guard(server: Server): Server
  /** Whether a response may be written to the socket: no other response on it is unfinished. */
  isBetweenResponses(socket: Socket): boolean
  /** Records the unfinished response of a connection. */
  responding(socket: Socket, response: ServerResponse): void
  readonly counts: { readonly open: number; readonly refused: number }
  stop(): void
}

/** One large write shows its progress only at its end, so it gets more time: a second for each 32 KB of it. */
const bytesPerMs = 32
const maxExtraMs = 60_000
const reportEveryMs = 60_000

interface Connection {
  /** Bytes that the client had not read at the last check. */
  waiting: number
  /** When that number last changed. */
  since: number
  /** The last response. */
  response: ServerResponse | undefined
  /** A further request came before the response to the last: the unfinished response is unknown. */
  isPipelined: boolean
}

export function limitConnections(
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerIp' | 'trustProxy'>,
  log: Pick<Log, 'connectionsRefused'>,
  timeouts: ReaderTimeouts,
): Connections {
  const open = new Map<Socket, Connection>()
  const perIp = new Map<string, number>()
  const isExempt = ipMatcher(config.trustProxy)
  let refused = 0
  let reported = 0
  let reportedAt = Number.NEGATIVE_INFINITY

  const report = () => {
    if (refused === reported || performance.now() - reportedAt < reportEveryMs) return
    log.connectionsRefused({ count: refused - reported })
    reported = refused
    reportedAt = performance.now()
  }
  const refuse = (socket?: Socket) => {
    socket?.destroy()
    refused++
  }

  const admit = (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const ip = isExempt(remoteAddress) ? undefined : ipRateKey(unmappedIp(remoteAddress))
    if (ip !== undefined) {
      const known = perIp.get(ip) ?? 0
      if (known >= config.maxConnectionsPerIp) return refuse(socket)
      perIp.set(ip, known + 1)
    }
    open.set(socket, { waiting: 0, since: 0, response: undefined, isPipelined: false })
    socket.once('close', () => {
      open.delete(socket)
      if (ip === undefined) return
      const left = (perIp.get(ip) ?? 1) - 1
      if (left > 0) perIp.set(ip, left)
      else perIp.delete(ip)
    })
  }

  const look = () => {
    const now = performance.now()
    for (const [socket, connection] of open) {
      const waiting = socket.writableLength
      if (waiting !== connection.waiting) {
        connection.waiting = waiting
        connection.since = now
      } else if (
        waiting > 0 &&
        now - connection.since > timeouts.stalledAnswer + Math.min(waiting / bytesPerMs, maxExtraMs)
      )
        socket.destroy()
    }
    report()
  }
  const timer = setInterval(look, timeouts.lookAfter).unref()

  return {
    guard(server) {
      server.maxConnections = config.maxConnections
      return server.on('drop', () => refuse()).on('connection', admit)
    },
    isBetweenResponses: (socket) => {
      const { response, isPipelined = false } = open.get(socket) ?? {}
      return !isPipelined && (!response?.headersSent || response.writableFinished)
    },
    responding(socket, response) {
      const connection = open.get(socket)
      if (!connection) return
      if (connection.response?.writableFinished === false) connection.isPipelined = true
      connection.response = response
    },
    counts: {
      get open() {
        return open.size
      },
      get refused() {
        return refused
      },
    },
    stop: () => clearInterval(timer),
  }
}
