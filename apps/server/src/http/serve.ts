/**
 * Serves one endpoint, from the matched path to the response. A request passes these steps: the caller, the input, the
 * turn, the handler, the response.
 */

import type { z } from 'zod'
import { charged, pauseCall } from '../db/charged-work.ts'
import { type AdmitDeps, admit } from './admit.ts'
import { type Answer, getAndHead, type Handler, type HttpRoute } from './exchange.ts'
import { readCall, urlParser } from './read-call.ts'
import type { BodyMemory, Share } from './requests/body-memory.ts'
import { parse } from './requests/parse.ts'
import { readBody } from './requests/read-body.ts'
import { discardBody, receiveBody, shareOf } from './requests/receive-body.ts'
import type { RedirectOrigins } from './responses/location.ts'
import { renderAnswer } from './responses/render-answer.ts'
import { type Call, type Route, routeUrl } from './route.ts'
import type { JsonAnswer, Reservation, RunOnce } from './run-once.ts'
import { type TurnDeps, withTurn } from './turns/with-turn.ts'

export interface ServeDeps extends AdmitDeps, TurnDeps {
  readonly bodyMemory: BodyMemory
  readonly runOnce: RunOnce
  readonly redirectOrigins: RedirectOrigins
}

type ReadCall = ReturnType<typeof readCall>

/** Answers a call whose body has arrived. */
type Respond = (call: ReadCall, url: string, sent: Uint8Array) => Promise<Answer>

const isJsonAnswer = (answer: Answer): answer is JsonAnswer => typeof answer.body === 'string'
const nothing = new Uint8Array(0)

function respondTo({ endpoint, handle }: Route, { runOnce, redirectOrigins }: ServeDeps): Respond {
  const { body, rawBody, idempotency } = endpoint
  const work = async (call: ReadCall, reservation?: Reservation): Promise<Answer> => {
    call.reservation = reservation
    // The contract has validated each part, as the type `Call` requires.
    const result = await handle(call as Call)
    // Others run before a long response is rendered.
    const paused = pauseCall()
    if (paused !== undefined) await paused
    return charged(() => renderAnswer(endpoint, result, redirectOrigins))
  }
  if (!body && !rawBody && !idempotency) return (call) => work(call)
  return async (call, url, sent) => {
    const { caller, contentType, idempotencyKey: key, ifMatch } = call
    if (body) call.body = await parseBody(body, contentType, sent)
    else if (rawBody) call.body = sent
    if (key === undefined || !('userId' in caller)) return await work(call)
    return await runOnce({ endpoint, caller, key, url, ifMatch, body: sent }, async (reservation) => {
      const answer = await work(call, reservation)
      if (!isJsonAnswer(answer)) throw new Error('Only an answer in JSON can be given again')
      return answer
    })
  }
}

function handlerOf(route: Route, deps: ServeDeps): Handler {
  const { endpoint } = route
  const { name, body, rawBody } = endpoint
  const parseUrl = urlParser(endpoint)
  const respond = respondTo(route, deps)
  return async (exchange) => {
    const { headers, request, response, url } = exchange
    let share: Share | undefined
    try {
      if (headers.repeated) throw headers.repeated()
      const admitted = admit(deps, endpoint, exchange)
      const caller = admitted instanceof Promise ? await admitted : admitted
      if ('userId' in caller) exchange.caller = caller
      if (caller.kind === 'personal-token') exchange.extraHeaders = caller.rateHeaders
      const call = readCall(endpoint, caller, exchange, parseUrl)
      let sent: Uint8Array = nothing
      if (body || rawBody) {
        const allowed = shareOf(deps.bodyMemory, endpoint, caller, exchange.ip)
        share = allowed.share
        response.once('close', share.release)
        sent = await receiveBody(request, allowed.maxBytes, share)
      }
      exchange.hasTurn = caller.kind !== 'api-key'
      const about = { name, bodyBytes: sent.length, response }
      return await withTurn(deps, call, about, () => respond(call, url, sent))
    } catch (error) {
      share?.release()
      // The client reads the response only once it has sent its body.
      await exchange.wait(discardBody(request))
      throw error
    }
  }
}

/** Serves endpoints, below `/api`. */
export const endpointRoutes = (routes: readonly Route[], deps: ServeDeps): HttpRoute[] =>
  routes.map((route) => ({
    methods: route.endpoint.method === 'GET' ? getAndHead : [route.endpoint.method],
    path: routeUrl(route.endpoint),
    takesTurns: true,
    handler: handlerOf(route, deps),
  }))

/** Reads and validates a JSON body. Other calls run between the steps of a long one. */
async function parseBody(
  schema: z.ZodType,
  contentType: string | undefined,
  bytes: Uint8Array,
): Promise<unknown> {
  const read = charged(() => readBody(contentType, bytes))
  await pauseCall()
  const parsed = charged(() => parse(schema, read, 'body'))
  await pauseCall()
  return parsed
}
