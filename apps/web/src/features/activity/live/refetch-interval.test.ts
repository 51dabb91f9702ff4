import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { expect, it } from 'vitest'
import { refetchInterval } from './refetch-interval.ts'

const failed = (status: number, error: 'UNAUTHENTICATED' | 'UNAVAILABLE') =>
  new ApiError(status, { error, message: '', request_id: 'r' }, null)

it.each([
  ['nothing failed', null, 4_000],
  ['the server is away', new UnreachableError('network'), 15_000],
  ['the server is busy', failed(503, 'UNAVAILABLE'), 15_000],
  ['the session has ended', failed(401, 'UNAUTHENTICATED'), false],
])('when %s', (_, error, soon) => {
  expect(refetchInterval(4_000)({ state: { error } })).toBe(soon)
})
