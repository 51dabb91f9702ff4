import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network connection to a server on this machine, for tests. */
export interface Line {
  /** The target's URL, by way of this connection. */
  readonly url: string
  /**
   * How often a client sent something after it had received an answer, on all connections together: each such time
   * costs a round trip.
   */
  readonly roundTrips: () => number
  /** Breaks all open connections. */
  readonly breakOff: () => void
  /** Silently stops forwarding, also on connections that are opened meanwhile. */
  readonly setSilent: (isSilent: boolean) => void
  /** Called with all that a client sends, before it is forwarded. Breaks the connection by returning true. */
  onSent: (bytes: Buffer) => boolean
  readonly close: () => void
}

/** @param delayMs how long an answer takes, so that the statements that are sent without waiting for it are together */
export async function lineTo(targetUrl: string, delayMs = 0): Promise<Line> {
  const target = new URL(targetUrl)
  const open = new Set<Socket>()
  let isSilent = false
  let roundTrips = 0
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    const silent = isSilent
    let isWaiting = false
    open.add(near)
    near.on('error', () => {})
    far.on('error', () => {})
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    near.on('data', (bytes) => {
      if (silent || isSilent) return
      if (line.onSent(bytes)) {
        near.resetAndDestroy()
        return
      }
      if (!isWaiting) roundTrips++
      isWaiting = true
      far.write(bytes)
    })
    const answer = (bytes: Buffer) => {
      isWaiting = false
      near.write(bytes)
    }
    far.on('data', (bytes) => {
      if (silent || isSilent) return
      if (delayMs === 0) answer(bytes)
      else setTimeout(answer, delayMs, bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address?.port)
  const line: Line = {
    url: url.href,
    roundTrips: () => roundTrips,
    breakOff: () => {
      for (const socket of open) socket.resetAndDestroy()
    },
    setSilent: (value) => {
      isSilent = value
    },
    onSent: () => false,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
  return line
}
