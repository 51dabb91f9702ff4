import { type ErrorBody, errors } from '@envhold/contract/errors.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import { isUnavailable } from '../../db/storage-errors.ts'
import type { Answer, Exchange } from '../exchange.ts'
import type { Log } from '../log/log.ts'
import type { Origin } from '../route.ts'

export interface ErrorWatch {
  readonly log: Log
  /** Records a row that was changed in the database. */
  readonly onTampered: (row: { readonly table: string; readonly id: string }, origin: Origin) => Promise<void>
}

const awaySeconds = 2

/** What the caller receives. Anything that is not an AppError becomes INTERNAL. */
const refusalOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  return isUnavailable(error)
    ? new AppError('UNAVAILABLE', { retryAfter: awaySeconds })
    : new AppError('INTERNAL')
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
function answerOf(requestId: string, refusal: AppError): Answer {
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

/** What was thrown, as an error. Internal errors are logged; their response contains only the request id. */
export async function errorAnswer(watch: ErrorWatch, error: unknown, exchange: Exchange): Promise<Answer> {
  const refusal = refusalOf(error)
  const { request, requestId, route } = exchange
  // The caller disconnected before the whole request arrived, so that no client reads a response.
  const hasLeft = request.destroyed && !request.complete
  if (refusal !== error && errors[refusal.code].status >= 500 && !hasLeft)
    watch.log.fault({ requestId, route, error })
  if (error instanceof TamperedRowError) {
    watch.log.tampered({ table: error.table, id: error.id, requestId })
    try {
      await watch.onTampered(error, exchange)
    } catch (failure) {
      watch.log.fault({ requestId, route, error: failure })
    }
  }
  return answerOf(requestId, refusal)
}
