import { once } from 'node:events'
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { selfSigned } from '../world/self-signed-server.ts'

interface Options {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  /** The client's own address on this machine. */
  readonly from?: string
}

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** What both sides speak. */
  readonly protocol: string | undefined
}

/** One call over TLS and HTTP/2, on a connection of its own. */
export async function request(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Options = {},
): Promise<Answered> {
  const { port } = new URL(url)
  const { cert: ca } = selfSigned()
  const options = {
    host: '127.0.0.1',
    port: Number(port),
    servername: 'localhost',
    localAddress: from,
    ALPNProtocols: ['h2'],
    ca,
  }
  const session = connect(url, {
    createConnection: () => connectTls(options),
  })
  try {
    await Promise.race([
      once(session, 'connect'),
      once(session, 'error').then(([error]) => Promise.reject(error)),
    ])
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    stream.end(body)
    const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    return {
      status: Number(answer[':status']),
      headers: answer,
      body: await text(stream),
      protocol: session.alpnProtocol,
    }
  } finally {
    session.destroy()
  }
}
