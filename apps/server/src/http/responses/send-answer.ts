import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, Exchange, Headers } from '../exchange.ts'

type Body = Answer['body']

const isStream = (body: Body): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/** A response without a body has the length 0, but for those whose length is that of another response. */
const lengthOf = (
  body: string | Uint8Array | undefined,
  { encoding, mayBeOmitted }: { readonly encoding: BufferEncoding; readonly mayBeOmitted: boolean },
) => {
  if (body !== undefined) return Buffer.byteLength(body, encoding)
  return mayBeOmitted ? undefined : 0
}

/**
 * Sends a response. HEAD gets the headers of GET: Node omits the body.
 * @param common the headers of every response
 * @returns a promise for a body that is a stream, which resolves once its first bytes are sent
 * @throws what a stream throws before its first bytes; nothing has been sent then
 */
export function sendAnswer(exchange: Exchange, common: Headers, answer: Answer): Promise<void> | undefined {
  const { request, response, requestId, extraHeaders } = exchange
  const { status } = answer
  const { headers: bodyHeaders, body, encoding = 'utf8' } = answer.open?.() ?? { body: answer.body }
  const isHead = request.method === 'HEAD'
  const headers: Record<string, string> = {
    ...common,
    'x-request-id': requestId,
    ...extraHeaders,
    ...answer.headers,
    ...bodyHeaders,
  }
  if (isStream(body)) {
    if (!isHead) return sendStream(exchange, status, headers, body)
    response.writeHead(status, headers).end()
    return undefined
  }
  const length = lengthOf(body, { encoding, mayBeOmitted: status === 304 || isHead })
  if (length !== undefined) headers['content-length'] = String(length)
  response.writeHead(status, headers).end(body, encoding)
  return undefined
}

/** Its bytes are read as fast as the client takes them. It is abandoned when the client disconnects. */
async function sendStream(
  { response }: Exchange,
  status: number,
  headers: Headers,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const stream = Readable.from(body, { objectMode: false })
  response.once('close', () => stream.destroy())
  await once(stream, 'readable')
  response.statusCode = status
  response.setHeaders(new Map(Object.entries(headers)))
  // A failure ends the connection, so that the client does not take the part for the whole.
  pipeline(stream, response).catch(() => {})
}
