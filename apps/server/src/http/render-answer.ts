import { Readable } from 'node:stream'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { successOf } from '@envhold/contract/success-of.ts'
import type { FastifyReply } from 'fastify'
import { charged, pauseCall } from '../db/charged-work.ts'
import { locationOf, type RedirectOrigins } from './location.ts'
import type { Reply } from './route.ts'

/** The complete response. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

const jsonType = 'application/json; charset=utf-8'
const isRedirect = (status: number) => status === 302 || status === 303

/** The response of the handler, validated by the contract. */
export function renderResponse(endpoint: Endpoint, reply: Reply, origins: RedirectOrigins): Answer {
  const { status = successOf(endpoint), headers = {}, json, text, stream, location } = reply
  if (status === 304) return { status, headers }
  if (isRedirect(status))
    return { status, headers: { ...headers, location: locationOf(location, endpoint.redirects, origins) } }
  if (endpoint.output)
    return {
      status,
      headers: { 'content-type': jsonType, ...headers },
      body: JSON.stringify(endpoint.output.parse(json)),
    }
  const type = endpoint.produces?.[0] ?? 'text/plain; charset=utf-8'
  return { status, headers: { 'content-type': type, ...headers }, body: stream ?? text ?? '' }
}

/** The same for a call that has its turn: others run before a long response is rendered. */
export async function renderInTurn(
  endpoint: Endpoint,
  reply: Reply,
  origins: RedirectOrigins,
): Promise<Answer> {
  await pauseCall()
  return charged(() => renderResponse(endpoint, reply, origins))
}

const isStream = (body: NonNullable<Answer['body']>): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/** For HEAD, Node omits the body, and a stream is not started. */
export function sendResponse(
  { status, headers, body }: Answer,
  reply: FastifyReply,
  isHead: boolean,
): FastifyReply {
  reply.code(status).headers(headers)
  if (body === undefined) return reply.send()
  if (isStream(body)) return reply.send(Readable.from(isHead ? [] : body, { objectMode: false }))
  return reply.send(body)
}
