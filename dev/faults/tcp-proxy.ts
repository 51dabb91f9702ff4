import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between a server and its database that the test can slow down, break and lead elsewhere. */
export interface TcpProxy {
  /** The URL that leads through it. */
  readonly url: string
  /** Delays what the database answers. */
  delay(ms: number): void
  /** Breaks every connection, and rejects new ones until `leadTo`. */
  cut(): void
  /** Where new connections lead. */
  leadTo(url: string): void
  stop(): void
}

const portOf = (url: string) => Number(new URL(url).port)

export async function startTcpProxy(to: string): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let target: number | undefined = portOf(to)
  let delayMs = 0
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => {})
    if (target === undefined) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ host: '127.0.0.1', port: target, noDelay: true })
    open.add(near)
    near.on('data', (chunk) => far.write(chunk))
    // Timers of equal length fire in the order in which they were set.
    far.on('data', (chunk) => setTimeout(() => near.write(chunk), delayMs))
    far.on('error', () => near.destroy())
    far.on('close', () => setTimeout(() => near.destroy(), delayMs))
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const url = new URL(to)
  url.port = String(typeof bound === 'object' && bound ? bound.port : 0)
  const breakAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    delay: (ms) => {
      delayMs = ms
    },
    cut: () => {
      target = undefined
      breakAll()
    },
    leadTo: (next) => {
      target = portOf(next)
    },
    stop: () => {
      breakAll()
      server.close()
    },
  }
}
