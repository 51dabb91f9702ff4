/**
 * One endpoint served, from the matched path to the answer. What a route needs is worked out once, when it is put on
 * the server; a request then runs straight through: who calls, what was sent, the slice's own code, the answer.
 */
import { Readable } from 'node:stream'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { originOf } from './origin.ts'
import { parse } from './parse.ts'
import { readBody } from './read-body.ts'
import { readCredentials, readHeaders, readIfMatch, readMasterPassword } from './read-headers.ts'
import { readQuery } from './read-query.ts'
import type { Authenticate, Call, Reply, Route } from './route.ts'

const anonymous: Caller = { kind: 'anonymous' }
const jsonType = 'application/json; charset=utf-8'

const queryOf = (url: string) => {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

const answer = (endpoint: Endpoint, { status, headers, json, text, stream }: Reply, reply: FastifyReply) => {
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
  return reply.send(stream ? Readable.from(stream, { objectMode: false }) : body)
}

const handlerOf = ({ endpoint, handle }: Route, authenticate: Authenticate) => {
  const { audience, params, query, body, conditional } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = readHeaders(request.raw.rawHeaders)
    const caller = audience === 'anyone' ? anonymous : await authenticate(endpoint, readCredentials(headers))
    const call = {
      caller,
      params: params && parse(params, request.params, 'path'),
      query: query && parse(query, readQuery(queryOf(request.url)), 'query'),
      body: body && parse(body, readBody(headers.contentType, request.body), 'body'),
      origin: originOf(request),
      masterPassword: readMasterPassword(headers),
      ifMatch: conditional === 'write' ? readIfMatch(headers) : undefined,
      ifNoneMatch: headers.ifNoneMatch,
      startedAt: request.startedAt,
    }
    // The contract has just parsed each part, which is all that `Call` says of them.
    return answer(endpoint, await handle(call as Call), reply)
  }
}

/** Puts the routes on the server, below `/api`. */
export function serve(server: FastifyInstance, routes: readonly Route[], authenticate: Authenticate): void {
  for (const route of routes) {
    const { method, path } = route.endpoint
    const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
    server.route({ method, url, handler: handlerOf(route, authenticate) })
  }
}
