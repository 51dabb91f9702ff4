import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { errors } from '@envhold/contract/errors.ts'
import { expect, test } from 'vitest'
import { shouldRetry } from './read-query.ts'

const unavailable = (retryAfter: number | null) =>
  new ApiError(
    503,
    { error: 'UNAVAILABLE', message: errors.UNAVAILABLE.message, request_id: 'r' },
    retryAfter,
  )

test.each([
  ['no connection', new UnreachableError('network'), true],
  ['a short pause of the server', unavailable(1), true],
  ['an unavailable server that names no time', unavailable(null), true],
  ['the end of a long wait for Argon2', unavailable(5), false],
  ['a call that waited until its timeout', new UnreachableError('timeout'), false],
])('after %s, the query is sent again: %#', (_, error, again) => {
  expect(shouldRetry(0, error)).toBe(again)
  expect(shouldRetry(2, error)).toBe(false)
})
