import { type ErrorBody, type ErrorCode, errors } from '@envhold/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, TamperedRowError } from '../app-error.ts'
import { isUnavailable } from '../db/is-unavailable.ts'
import type { Log } from './log.ts'
import { originOf } from './origin.ts'
import type { Answer } from './render-answer.ts'
import type { Origin } from './route.ts'

export interface ErrorWatch {
  readonly log: Log
  /** Records a row that was changed in the database. */
  readonly onTampered: (row: { readonly table: string; readonly id: string }, origin: Origin) => Promise<void>
}

/** The contract's errors for what Fastify and its plugins reject, by status, because they have many codes. */
const fromFastify: Readonly<Record<number, ErrorCode>> = {
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

const refusedStatus = (error: unknown): number | undefined => {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : undefined
}

const awaySeconds = 2

/** What the caller receives. Anything that is not an AppError becomes INTERNAL. */
const refusalOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return new AppError('UNAVAILABLE', { retryAfter: awaySeconds })
  const status = refusedStatus(error)
  return new AppError(status ? (fromFastify[status] ?? 'VALIDATION_FAILED') : 'INTERNAL')
}

export function errorBodyOf(refusal: AppError, requestId: string): ErrorBody {
  return {
    error: refusal.code,
    message: refusal.message,
    ...(refusal.details && { details: refusal.details }),
    ...refusal.fields,
    ...(refusal.code === 'UPGRADE_REQUIRED' && { upgradeRequired: true }),
    request_id: requestId,
  }
}

/** An error with the contract's status and body. */
function answerOf(requestId: string, refusal: AppError): Answer & { readonly body: string } {
  const { code, retryAfter, headers } = refusal
  return {
    status: errors[code].status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify(errorBodyOf(refusal, requestId)),
  }
}

/** Sends an error. */
export function sendError(reply: FastifyReply, requestId: string, refusal: AppError): FastifyReply {
  const { status, headers, body } = answerOf(requestId, refusal)
  return reply.code(status).headers(headers).send(body)
}

interface FailedCall {
  readonly origin: Origin
  readonly route: string
  /** The caller disconnected before the whole request arrived, so that no client reads a response. */
  readonly hasLeft: boolean
}

/** What was thrown, as an error. Internal errors are logged; their response contains only the request id. */
export async function errorResponse(
  watch: ErrorWatch,
  error: unknown,
  { origin, route, hasLeft }: FailedCall,
): Promise<Answer> {
  const refusal = refusalOf(error)
  const { requestId } = origin
  if (refusal !== error && errors[refusal.code].status >= 500 && !hasLeft)
    watch.log.fault({ requestId, route, error })
  if (error instanceof TamperedRowError) {
    watch.log.tampered({ table: error.table, id: error.id, requestId })
    try {
      await watch.onTampered(error, origin)
    } catch (failure) {
      watch.log.fault({ requestId, route, error: failure })
    }
  }
  return answerOf(requestId, refusal)
}

/** Sends whatever was thrown as an error. */
export async function sendMappedError(
  watch: ErrorWatch,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw, routeOptions } = request
  const { status, headers, body } = await errorResponse(watch, error, {
    origin: originOf(request),
    route: routeOptions.url ?? '',
    hasLeft: raw.destroyed && !raw.complete,
  })
  return reply.code(status).headers(headers).send(body)
}
