// What may be between the command line and its server: a front end that answers in its place, with or without TLS,
// and a proxy.

import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string) => fileURLToPath(new URL(`certificates/${name}`, import.meta.url))

/** An authority for these tests only; it signed the certificate of `localhost`, `vault.test` and 127.0.0.1. */
export const authorityFile = pathOf('authority.pem')
const tls = () => ({ cert: readFileSync(pathOf('server.pem')), key: readFileSync(pathOf('server-key.pem')) })

export interface Seen {
  readonly line: string
  readonly headers: IncomingMessage['headers']
}

export interface Front {
  readonly url: string
  readonly port: number
  readonly seen: Seen[]
  stop(): Promise<void>
}

const listen = async (server: Server, protocol: string, seen: Seen[]): Promise<Front> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    port,
    seen,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const seenOf = ({ method, url, headers }: IncomingMessage): Seen => ({ line: `${method} ${url}`, headers })

/** Forwards a request to the real server, whatever its host name. */
const passOn = (target: string, incoming: IncomingMessage, answer: ServerResponse) => {
  const { pathname, search } = new URL(incoming.url ?? '/', target)
  const options = { method: incoming.method, headers: incoming.headers, agent: false as const }
  const outgoing = request(`${target}${pathname}${search}`, options, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(answer)
  })
  outgoing.once('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

/** @param instead answers the nth call itself if it returns true; all others reach the real server */
export async function startFront(
  target: string,
  { secure = false, instead = () => false }: { secure?: boolean; instead?: Instead } = {},
): Promise<Front> {
  const seen: Seen[] = []
  const handle: RequestListener = (incoming, answer) => {
    seen.push(seenOf(incoming))
    if (!instead(seen.length, answer, incoming)) passOn(target, incoming, answer)
  }
  const server = secure ? createTlsServer(tls(), handle) : createServer(handle)
  return listen(server, secure ? 'https' : 'http', seen)
}
export type Instead = (nth: number, answer: ServerResponse, incoming: IncomingMessage) => boolean

/** An HTTP proxy that connects every tunnel to `tunnelTo` and sends every plain call to `target`. */
export async function startProxy(
  target: string,
  { tunnelTo = 0, refuse = false }: { tunnelTo?: number; refuse?: boolean } = {},
): Promise<Front> {
  const seen: Seen[] = []
  const server = createServer((incoming, answer) => {
    seen.push(seenOf(incoming))
    passOn(target, incoming, answer)
  })
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    seen.push(seenOf(incoming))
    if (refuse) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const tunnel = connect(tunnelTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.write(head)
      tunnel.pipe(socket).pipe(tunnel)
    })
    tunnel.on('error', () => socket.destroy())
    socket.on('error', () => tunnel.destroy()).on('close', () => tunnel.destroy())
  })
  return listen(server, 'http', seen)
}
