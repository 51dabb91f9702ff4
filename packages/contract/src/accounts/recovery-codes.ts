import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { confirmed, renewedToken } from './account-settings.ts'
import { deviceToken, signInAnswer } from './accounts.ts'
import { mfaTicket, shownRecoveryCodes } from './totp.ts'

/** Sixteen characters, in any case, with or without hyphens and spaces. */
const recoveryCode = field
  .present('Enter a recovery code')
  .max(64, 'A recovery code has 16 characters')
  .regex(/^[\s\-‐-―]*(?:[0-9A-TV-Za-tv-z][\s\-‐-―]*){16}$/, 'A recovery code has 16 characters')
  .meta({ examples: ['7Q2K-M4XD-90VA-HT6B'] })

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  tag: 'Accounts',
  summary:
    'Create new recovery codes, which are shown once. Earlier ones become invalid. The session continues under a new token.',
  method: 'POST',
  path: '/auth/recovery-codes',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  output: z.object({ recovery_codes: shownRecoveryCodes, token: renewedToken }),
  success: 201,
  errors: ['NOT_FOUND'],
})

export const signInWithRecoveryCode = endpoint({
  name: 'signInWithRecoveryCode',
  tag: 'Accounts',
  summary: 'Complete a sign-in that was answered MFA_REQUIRED with a recovery code, which works once.',
  method: 'POST',
  path: '/auth/mfa/recovery-code',
  audience: 'anyone',
  secret: true,
  body: z.object({ ticket: mfaTicket, code: recoveryCode, deviceToken: deviceToken.optional() }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED', 'LOCKED_OUT'],
})

export const confirmRecoveryCode = endpoint({
  name: 'confirmRecoveryCode',
  tag: 'Accounts',
  summary:
    'Confirm who you are with a recovery code, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token.',
  method: 'POST',
  path: '/auth/confirm-recovery-code',
  audience: 'session',
  secret: true,
  body: z.object({ code: recoveryCode }),
  output: confirmed,
  errors: ['INVALID_CREDENTIALS', 'LOCKED_OUT'],
})
