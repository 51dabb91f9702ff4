import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { confirmed } from './account-settings.ts'
import { login, signInAnswer } from './accounts.ts'
import { assertionResponse, requestOptions } from './passkeys.ts'

const endpoint = endpointsOf('Passkeys')

const options = z.object({ options: requestOptions }).meta({ id: 'PasskeyOptions' })
/** What the browser's authenticator answered. */
export const answered = z.object({ response: assertionResponse }).meta({ id: 'PasskeyAnswerRequest' })
const ticket = z.string().min(1).max(200)
const { deviceToken } = login.body.shape

export const startPasskeySignIn = endpoint('POST /auth/passkey/options', {
  name: 'startPasskeySignIn',
  summary: 'Get what a browser needs to sign in with a passkey. It is valid for five minutes, once.',
  audience: 'anyone',
  output: options,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const signInWithPasskey = endpoint('POST /auth/passkey', {
  name: 'signInWithPasskey',
  summary: 'Sign in with a passkey. It counts as two factors.',
  audience: 'anyone',
  secret: true,
  body: z.object({ response: assertionResponse, deviceToken }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const startPasskeyConfirmation = endpoint('POST /auth/confirm-passkey/options', {
  name: 'startPasskeyConfirmation',
  summary: 'Get what a browser needs to confirm with a passkey. It is valid for five minutes, once.',
  audience: 'session',
  whileSuspended: true,
  output: options,
  errors: ['NOT_FOUND'],
})

export const confirmPasskey = endpoint('POST /auth/confirm-passkey', {
  name: 'confirmPasskey',
  summary:
    'Confirm who you are with a passkey, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token, and the old token becomes invalid.',
  audience: 'session',
  whileSuspended: true,
  secret: true,
  body: answered,
  output: confirmed,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND'],
})

export const startPasskeySecondFactor = endpoint('POST /auth/mfa/passkey/options', {
  name: 'startPasskeySecondFactor',
  summary:
    'Get what a browser needs to complete a sign-in with a passkey. It is valid for five minutes, once.',
  audience: 'anyone',
  body: z.object({ ticket }),
  output: options,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const completeWithPasskey = endpoint('POST /auth/mfa/passkey', {
  name: 'completeWithPasskey',
  summary: 'Complete a sign-in that responded with MFA_REQUIRED, with a passkey.',
  audience: 'anyone',
  secret: true,
  body: z.object({ ticket, response: assertionResponse, deviceToken }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED'],
})
