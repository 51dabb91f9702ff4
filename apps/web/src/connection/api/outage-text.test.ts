import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { type ErrorCode, errors } from '@envhold/contract/errors.ts'
import { expect, test } from 'vitest'
import { outageText } from './outage-text.ts'

const rejection = (error: ErrorCode) =>
  new ApiError(errors[error].status, { error, message: errors[error].message, request_id: 'r1' }, null)

test('no answer of the server is called a server that cannot be reached', () => {
  for (const code of Object.keys(errors) as ErrorCode[])
    expect(outageText(rejection(code)).title).toMatch(/^The server (answered|is busy|rejected)/)
})

test.each([
  [new UnreachableError('network'), 'The server cannot be reached', undefined],
  [new UnreachableError('timeout'), 'The server did not answer in time', undefined],
  [new UnreachableError('not-envhold'), 'Something else answered in place of the server', undefined],
  [rejection('INTERNAL'), 'The server answered with an error', 'Quote r1 when you report it.'],
  [rejection('UNAVAILABLE'), 'The server is busy', errors.UNAVAILABLE.message],
  [rejection('FORBIDDEN'), 'The server rejected a request', errors.FORBIDDEN.message],
  [new Error('a bug'), 'Something went wrong on this page', undefined],
])('%s: %s', (error, title, detail) => {
  expect(outageText(error)).toEqual({ title, detail })
})
