import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { emailTokenRequest, linkedAccount } from './mailed-links.ts'

export const resetMinutes = 60

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  tag: 'Accounts',
  summary:
    'Ask for a link that sets a new account password. The answer is the same for every address: the link is mailed if the address belongs to an account.',
  method: 'POST',
  path: '/auth/reset-password/request',
  audience: 'anyone',
  body: field.emailRequest,
  output: field.message,
  errors: ['RATE_LIMITED'],
})

export const openPasswordReset = endpoint({
  name: 'openPasswordReset',
  tag: 'Accounts',
  summary: 'Read which account a mailed link sets the password of, without using it.',
  method: 'POST',
  path: '/auth/reset-password/open',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  tag: 'Accounts',
  summary:
    'Set a new account password with a mailed link. Every session and device token ends. The vault stays as it is: its master password, recovery key and passkeys do not change. Signing in asks for the second factor as before.',
  method: 'POST',
  path: '/auth/reset-password',
  audience: 'anyone',
  argon2: true,
  body: emailTokenRequest.extend({ newPassword: field.password }).meta({ id: 'ResetPasswordRequest' }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
})
