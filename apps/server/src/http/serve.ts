/**
 * One endpoint served, from the matched path to the answer. What a route needs is worked out once, when it is put on
 * the server; a request then runs straight through: who calls, what was sent, the slice's own code, the answer.
 */
import { Readable } from 'node:stream'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyMemory } from './body-memory.ts'
import type { Caller } from './caller.ts'
import { originOfCall } from './origin.ts'
import { parse } from './parse.ts'
import { readBody } from './read-body.ts'
import { readCredentials, readHeaders, readIfMatch, readMasterPassword } from './read-headers.ts'
import { readQuery } from './read-query.ts'
import { discardBody, receiveBody } from './receive-body.ts'
import type { Authenticate, Call, Reply, Route } from './route.ts'
import { shareOf } from './share-of.ts'

export interface ServeDeps {
  readonly authenticate: Authenticate
  readonly bodyMemory: BodyMemory
}

const anonymous: Caller = { kind: 'anonymous' }
const jsonType = 'application/json; charset=utf-8'

/** Answers what the handler says. To HEAD, Node leaves the body away; a stream is not even begun. */
const answer = (
  endpoint: Endpoint,
  { status, headers, json, text, stream }: Reply,
  reply: FastifyReply,
  isHead: boolean,
) => {
  reply.code(status ?? endpoint.success)
  if (status === 304) {
    if (headers) reply.headers(headers)
    return reply.send()
  }
  const body = endpoint.output ? JSON.stringify(endpoint.output.parse(json)) : (text ?? '')
  reply.header(
    'content-type',
    endpoint.output ? jsonType : (endpoint.produces?.[0] ?? 'text/plain; charset=utf-8'),
  )
  if (headers) reply.headers(headers)
  if (stream) return reply.send(Readable.from(isHead ? [] : stream, { objectMode: false }))
  return reply.send(body)
}

const timed = (request: FastifyRequest) => async (until: Promise<void>) => {
  const begun = performance.now()
  await until
  request.waitedMs += performance.now() - begun
}

const handlerOf = ({ endpoint, handle }: Route, { authenticate, bodyMemory }: ServeDeps) => {
  const { audience, params, query, body, conditional } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = readHeaders(request.raw.rawHeaders)
    const caller = audience === 'anyone' ? anonymous : await authenticate(endpoint, readCredentials(headers))
    if (caller.kind === 'personal-token') reply.headers(caller.rateHeaders)
    const call = {
      caller,
      params: params && parse(params, request.params, 'path'),
      query: readQuery(query, request.url),
      body: undefined as unknown,
      origin: originOfCall(request, reply),
      masterPassword: readMasterPassword(headers),
      ifMatch: conditional === 'write' ? readIfMatch(headers) : undefined,
      ifNoneMatch: headers.ifNoneMatch,
      startedAt: request.startedAt,
      wait: timed(request),
    }
    // The contract has just parsed each part, which is all that `Call` says of them.
    const answered = async () =>
      answer(endpoint, await handle(call as Call), reply, request.method === 'HEAD')
    if (!body) return await answered()

    const { share, maxBytes } = shareOf(bodyMemory, caller, request.address)
    try {
      const bytes = await receiveBody(request.raw, maxBytes, share)
      call.body = parse(body, readBody(headers.contentType, bytes), 'body')
      return await answered()
    } finally {
      share.release()
    }
  }
}

/** What refuses a request does so before its body is here: that is thrown away first, so that the answer is read. */
const discarding =
  (handler: ReturnType<typeof handlerOf>): ReturnType<typeof handlerOf> =>
  async (request, reply) => {
    try {
      return await handler(request, reply)
    } catch (error) {
      await timed(request)(discardBody(request.raw))
      throw error
    }
  }

/** Puts the routes on the server, below `/api`. HEAD is answered where GET is, by the same code. */
export function serve(server: FastifyInstance, routes: readonly Route[], deps: ServeDeps): void {
  for (const route of routes) {
    const { method, path } = route.endpoint
    const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
    server.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      handler: discarding(handlerOf(route, deps)),
    })
  }
}
