/**
 * Serves one endpoint, from the matched path to the response. What a route needs is computed once, when it is added to
 * the server. A request then passes these steps: the caller, the input, the handler, the response.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdmitDeps, admit } from './admit.ts'
import type { BodyMemory } from './body-memory.ts'
import type { RedirectOrigins } from './location.ts'
import { parseBody } from './parse-body.ts'
import { presentedSecret, readCall, timed } from './read-call.ts'
import { readHeaders, readIdempotencyKey } from './read-headers.ts'
import { discardBody, receiveBody } from './receive-body.ts'
import { type Answer, renderInTurn, sendAnswer } from './render-answer.ts'
import { type Call, type Route, routeUrl } from './route.ts'
import type { JsonAnswer, Reservation, RunOnce } from './run-once.ts'
import { shareOf } from './share-of.ts'
import { type TurnDeps, withTurn } from './with-turn.ts'

export interface ServeDeps extends AdmitDeps, TurnDeps {
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
    const caller = await admit(deps, endpoint, headers, () => presentedSecret(headers, { request, reply }))
    if (caller.kind === 'personal-token') reply.headers(caller.rateHeaders)
    const key = idempotency && readIdempotencyKey(headers)
    const call = readCall(endpoint, caller, headers, { request, reply })
    // The contract has validated each part, as the type `Call` requires.
    const work = async (reservation?: Reservation) => {
      if (reservation) call.origin = { ...call.origin, reservation }
      return await renderInTurn(endpoint, await handle(call as Call), redirectOrigins)
    }
    const jsonWork = async (reservation?: Reservation) => {
      const answer = await work(reservation)
      if (!isJsonAnswer(answer)) throw new Error('Only an answer in JSON can be given again')
      return answer
    }
    const answered = async (sent: Uint8Array) => {
      const { url } = request
      if (body) call.body = await parseBody(body, headers.contentType, sent)
      else if (rawBody) call.body = sent
      const { ifMatch } = call
      const answer =
        key !== undefined && 'userId' in caller
          ? await runOnce({ endpoint, caller, key, url, ifMatch, body: sent }, jsonWork)
          : await work()
      return sendAnswer(answer, reply, request.method === 'HEAD')
    }
    const inTurn = (sent: Uint8Array) =>
      withTurn(deps, call, { name: endpoint.name, bodyBytes: sent.length, reply }, () => answered(sent))
    if (!body && !rawBody) return await inTurn(nothing)

    const { share, maxBytes } = shareOf(bodyMemory, endpoint, caller, request.address)
    try {
      const bytes = await receiveBody(request.raw, maxBytes, share)
      return await inTurn(bytes)
    } finally {
      share.release()
    }
  }
}

/** Discards the body of a request that is rejected before it arrives, so that the client reads the response. */
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

/** Adds the routes to the server, below `/api`. HEAD runs the same code as GET. */
export function serve(server: FastifyInstance, routes: readonly Route[], deps: ServeDeps): void {
  const withoutTurn = new Set(
    routes
      .filter(({ endpoint }) => endpoint.audience === 'api-key')
      .map(({ endpoint }) => routeUrl(endpoint)),
  )
  server.onAnswered.push(({ route }) => {
    if (withoutTurn.has(route)) deps.turns.sawOther()
  })
  for (const route of routes) {
    const { method } = route.endpoint
    server.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: routeUrl(route.endpoint),
      config: { takesTurns: true },
      handler: discarding(handlerOf(route, deps)),
    })
  }
}
