// A TLS server whose certificate nobody trusts: it signed it itself, for `localhost` and 127.0.0.1.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string) => fileURLToPath(new URL(`self-signed/${name}`, import.meta.url))

/** For NODE_EXTRA_CA_CERTS. */
export const certificateFile = pathOf('certificate.pem')
/** Certificate and key in PEM, as options of a TLS server. */
export const selfSigned = () => ({
  cert: readFileSync(certificateFile),
  key: readFileSync(pathOf('key.pem')),
})

export interface SelfSignedServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

async function listen(server: Server): Promise<SelfSignedServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  // A client that rejects the certificate is what these servers are for.
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers every request with an empty JSON object. */
export const startSelfSignedHttps = (): Promise<SelfSignedServer> =>
  listen(
    createHttpsServer(selfSigned(), (_, answer) => {
      answer.setHeader('content-type', 'application/json').end('{}')
    }),
  )

/** Agrees to TLS as PostgreSQL does, and says nothing more. */
export const startSelfSignedPostgres = (): Promise<SelfSignedServer> =>
  listen(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...selfSigned() }).on('error', () => {}).resume()
      })
    }),
  )
