/**
 * Serves one endpoint, from the matched path to the response. What a route needs is computed once, when it is added to
 * the server. A request then passes these steps: the caller, the input, the handler, the response.
 */

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'
import { charged, pauseCall } from '../db/charged-work.ts'
import { type AdmitDeps, admit } from './admit.ts'
import type { BodyMemory, Share } from './body-memory.ts'
import type { RedirectOrigins } from './location.ts'
import { parse } from './parse.ts'
import { readBody } from './read-body.ts'
import { presentedSecret, readCall, timed } from './read-call.ts'
import { readHeaders, readIdempotencyKey } from './read-headers.ts'
import { type Answer, renderInTurn, sendResponse } from './render-answer.ts'
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
      call.reservation = reservation
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
      return sendResponse(answer, reply, request.method === 'HEAD')
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

const firstBytes = 4 * 1024

/** The caller disconnected or took too long, so no client reads this. */
const incomplete = () =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'body', message: 'Must be sent whole' }] })

/**
 * Reads the body of a request into one buffer that grows with the received bytes, so that neither an announced length
 * nor a million tiny chunks cost more memory than the bytes themselves.
 *
 * @throws AppError PAYLOAD_TOO_LARGE beyond `maxBytes`, UNAVAILABLE when there is too little memory,
 *   VALIDATION_FAILED when the connection ends first
 */
async function receiveBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  if (request.destroyed) throw incomplete()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer = Buffer.alloc(0)
  let length = 0

  const makeRoom = (bytes: number) => {
    if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
    if (bytes <= buffer.length) return
    const size = Math.min(announced || maxBytes, Math.max(bytes, 2 * buffer.length, firstBytes))
    share.take(size - buffer.length)
    const larger = Buffer.allocUnsafeSlow(size)
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  const onData = (chunk: Buffer) => {
    try {
      makeRoom(length + chunk.length)
      chunk.copy(buffer, length)
      length += chunk.length
    } catch (error) {
      // The rest is read and discarded, until the connection is closed.
      request.off('data', onData)
      request.resume()
      reject(error)
    }
  }
  request.on('data', onData)
  request.once('end', () => resolve(buffer.subarray(0, length)))
  request.once('error', () => reject(incomplete()))
  return await promise
}

const maxDiscardMs = 1_500

/**
 * Reads and discards the rest of a request for a short time: a caller that is still sending when its connection is
 * closed may never see the response. Does not request a body that waits for `100 Continue`.
 */
async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || request.headers.expect !== undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxDiscardMs)
  request.once('end', resolve).once('close', resolve).resume()
  await promise
  clearTimeout(timer)
}
