import { type ErrorBody, type ErrorCode, errors } from '@envhold/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, TamperedRowError } from '../app-error.ts'
import type { Log } from './log.ts'
import type { Origin } from './route.ts'

export interface ErrorWatch {
  readonly log: Log
  /** A row was changed from outside: puts it on the record. */
  readonly onTampered: (row: { readonly table: string; readonly id: string }, origin: Origin) => Promise<void>
}

/** What Fastify refuses by itself, in the contract's words; by status, since its codes are many. */
const fromFastify: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_FAILED',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'VALIDATION_FAILED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

const isFastifyError = (error: unknown): error is { code: string; statusCode: number } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('FST_') &&
  'statusCode' in error

/** What the caller is told; anything that is not a refusal of ours becomes INTERNAL. */
const refusalOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  return new AppError((isFastifyError(error) && fromFastify[error.statusCode]) || 'INTERNAL')
}

export function errorBodyOf(refusal: AppError, requestId: string): ErrorBody {
  return {
    error: refusal.code,
    message: refusal.message,
    ...(refusal.details && { details: refusal.details }),
    ...(refusal.code === 'UPGRADE_REQUIRED' && { upgradeRequired: true }),
    request_id: requestId,
  }
}

/** Answers a refusal with the contract's status and body. */
export function sendRefusal(reply: FastifyReply, requestId: string, refusal: AppError): FastifyReply {
  const { code, retryAfter, headers } = refusal
  reply.code(errors[code].status).headers(headers).header('content-type', 'application/json; charset=utf-8')
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  if (code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer')
  return reply.send(JSON.stringify(errorBodyOf(refusal, requestId)))
}

/** Answers whatever was thrown. Faults of ours are logged; what the caller sees of them is the request id. */
export async function answerError(
  watch: ErrorWatch,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: Origin,
): Promise<FastifyReply> {
  const refusal = refusalOf(error)
  const route = request.routeOptions.url ?? ''
  if (refusal.code === 'INTERNAL') watch.log.fault({ requestId: request.id, route, error })
  if (error instanceof TamperedRowError) {
    watch.log.tampered({ table: error.table, id: error.id, requestId: request.id })
    try {
      await watch.onTampered(error, origin)
    } catch (failure) {
      watch.log.fault({ requestId: request.id, route, error: failure })
    }
  }
  return sendRefusal(reply, request.id, refusal)
}
