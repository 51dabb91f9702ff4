import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { readyStatus } from './wait-until.ts'

/** What receives calls for several nodes. */
export interface Balancer {
  readonly url: string
  readonly stop: () => Promise<void>
}

const checkEveryMs = 1_000

/** A small load balancer that checks readiness like HAProxy, for machines without HAProxy. */
export async function checkingProxy(urls: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(urls)
  let turn = 0
  const check = async (url: string) => {
    if ((await readyStatus(url)) === 200) ready.add(url)
    else ready.delete(url)
  }
  const timer = setInterval(() => {
    for (const url of urls) void check(url)
  }, checkEveryMs)

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const nodes = [...ready]
    const to = nodes[turn++ % nodes.length]
    const fail = () => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(503).end()
    }
    if (!to) {
      fail()
      return
    }
    const { method, headers, url } = incoming
    const call = request(`${to}${url}`, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    call.once('error', fail)
    incoming.pipe(call)
  }
  const server = createServer(forward)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    stop: async () => {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
