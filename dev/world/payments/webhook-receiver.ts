import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ReceivedWebhook {
  readonly rawBody: Uint8Array
  readonly headers: IncomingHttpHeaders
}

/** A server on this machine that stores the webhooks it gets, as they came, and answers with `status`. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = []
  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (rawBody) => {
        received.push({ rawBody, headers: incoming.headers })
        response.writeHead(receiver.status).end()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    status: 200,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
