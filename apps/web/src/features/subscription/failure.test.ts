import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { type ErrorCode, errors } from '@envhold/contract/errors.ts'
import { expect, it } from 'vitest'
import { failureReason } from './failure.tsx'

const rejection = (error: ErrorCode, message: string, retryAfter: number | null = null) =>
  new ApiError(errors[error].status, { error, message, request_id: 'req-9' }, retryAfter)

it.each([
  [rejection('CONFLICT', 'You have a subscription already.'), 'You have a subscription already.'],
  [rejection('RATE_LIMITED', 'Too many checkouts.', 30), 'Too many checkouts. Try again in 30 seconds.'],
  [
    rejection('INTERNAL', 'Something went wrong on the server. Try again, or report it with the request ID.'),
    undefined,
  ],
  [new UnreachableError('network'), new UnreachableError('network').message],
  [new TypeError('internal detail'), undefined],
])('of %s: %s', (error, reason) => expect(failureReason(error)).toBe(reason))
