/**
 * Serves one endpoint, from the matched path to the answer. What a route needs is computed once, when it is added to
 * the server; a request then runs straight through: the caller, the input, the slice's own code, the answer.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdmitDeps, admit } from './admit.ts'
import type { BodyMemory } from './body-memory.ts'
import type { RedirectOrigins } from './location.ts'
import { parse } from './parse.ts'
import { readBody } from './read-body.ts'
import { readCall, timed } from './read-call.ts'
import { readHeaders, readIdempotencyKey } from './read-headers.ts'
import { discardBody, receiveBody } from './receive-body.ts'
import { type Answer, renderAnswer, sendAnswer } from './render-answer.ts'
import type { Call, Route } from './route.ts'
import type { JsonAnswer, Reservation, RunOnce } from './run-once.ts'
import { shareOf } from './share-of.ts'

export interface ServeDeps extends AdmitDeps {
  readonly bodyMemory: BodyMemory
  readonly runOnce: RunOnce
  readonly redirectOrigins: RedirectOrigins
}

const isJsonAnswer = (answer: Answer): answer is JsonAnswer => typeof answer.body === 'string'
const nothing = new Uint8Array(0)

const handlerOf = ({ endpoint, handle }: Route, deps: ServeDeps) => {
  const { bodyMemory, runOnce, redirectOrigins } = deps
  const { body, rawBody, idempotency } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = readHeaders(request.raw.rawHeaders)
    const caller = await admit(deps, endpoint, headers)
    if (caller.kind === 'personal-token') reply.headers(caller.rateHeaders)
    const key = idempotency && readIdempotencyKey(headers)
    const call = readCall(endpoint, caller, headers, { request, reply })
    // The contract has just parsed each part, which is all that `Call` says of them.
    const work = async (reservation?: Reservation) => {
      if (reservation) call.origin = { ...call.origin, reservation }
      return renderAnswer(endpoint, await handle(call as Call), redirectOrigins)
    }
    const jsonWork = async (reservation?: Reservation) => {
      const answer = await work(reservation)
      if (!isJsonAnswer(answer)) throw new Error('Only an answer in JSON can be given again')
      return answer
    }
    const answered = async (sent: Uint8Array) => {
      const { url } = request
      const { ifMatch } = call
      const answer =
        key !== undefined && 'userId' in caller
          ? await runOnce({ endpoint, caller, key, url, ifMatch, body: sent }, jsonWork)
          : await work()
      return sendAnswer(answer, reply, request.method === 'HEAD')
    }
    if (!body && !rawBody) return await answered(nothing)

    const { share, maxBytes } = shareOf(bodyMemory, endpoint, caller, request.address)
    try {
      const bytes = await receiveBody(request.raw, maxBytes, share)
      call.body = body ? parse(body, readBody(headers.contentType, bytes), 'body') : bytes
      return await answered(bytes)
    } finally {
      share.release()
    }
  }
}

/** A request is rejected before its body arrives. The body is discarded first, so that the client reads the answer. */
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
