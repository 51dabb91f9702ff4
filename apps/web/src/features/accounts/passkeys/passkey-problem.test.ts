import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { expect, it } from 'vitest'
import { isSuperseded, passkeyProblem } from './passkey-problem.ts'

const named = (name: string, code?: string) =>
  Object.assign(new Error('In the words of a browser'), { name, ...(code && { code }) })

it.each([
  [named('NotAllowedError'), 'Nothing happened. Try again, or cancel.'],
  [named('SecurityError'), 'Passkeys do not work at this address.'],
  [named('InvalidStateError'), 'This device already has a passkey for your account.'],
  [
    named('WebAuthnError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'),
    'This device already has a passkey for your account.',
  ],
  [named('UnknownError'), 'The passkey could not be used: try again, or cancel'],
  [new UnreachableError('network'), 'The server cannot be reached. Try again, or cancel.'],
  ['no error at all', 'The passkey could not be used: try again, or cancel'],
])('says what %s means', (error, text) => {
  expect(passkeyProblem(error, 'cancel')).toBe(text)
})

it('passes on what the server says', () => {
  const body = { error: 'NOT_FOUND', message: 'Unknown passkey', request_id: 'req-1' } as const
  const error = new ApiError(404, body, null)
  expect(passkeyProblem(error, 'cancel')).toBe('Unknown passkey')
})

it.each([
  [named('AbortError'), true],
  [named('Error', 'ERROR_CEREMONY_ABORTED'), true],
  [named('NotAllowedError'), false],
  [undefined, false],
])('knows whether %s came of another request', (error, superseded) => {
  expect(isSuperseded(error)).toBe(superseded)
})
