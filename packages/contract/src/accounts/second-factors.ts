import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { confirmed, renewedSession, renewedToken } from './account-settings.ts'
import { deviceToken, signInAnswer } from './accounts.ts'

const endpoint = endpointsOf('Accounts')

/** What continues a sign-in after MFA_REQUIRED. */
export const mfaTicket = z.string().min(1).max(200)

/** Six digits, with or without spaces. */
const totpCode = field
  .present('Enter the code that your app shows')
  .max(20, 'The code has six digits')
  .regex(/^\s*(?:[0-9]\s*){6}$/, 'The code has six digits')
  .meta({ examples: ['123456'] })
const ownCode = z.object({ code: totpCode }).meta({ id: 'TotpCodeRequest' })

/** Codes that are shown once. */
export const shownRecoveryCodes = z.array(z.string().max(40)).max(20)

export const readTotp = endpoint('GET /auth/totp', {
  name: 'readTotp',
  summary: 'Read whether an authenticator app is on, and how many recovery codes are left.',
  audience: 'session',
  output: z.object({
    /** Null: the app is off. */
    totp: z.object({ confirmed_at: field.time, last_used_at: field.time.nullable() }).nullable(),
    recovery_codes_left: field.count,
  }),
})

export const setUpTotp = endpoint('POST /auth/totp', {
  name: 'setUpTotp',
  summary:
    'Create the secret of an authenticator app. It is shown once, and the app is off until `confirmTotpSetUp` gets a code of it within an hour.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  output: z.object({
    /** In base 32, for apps that take text. */
    secret: z.string().max(64),
    /** For a QR code: `otpauth://totp/…`. */
    uri: z.string().max(1_000),
  }),
  success: 201,
  errors: ['CONFLICT'],
})

export const confirmTotpSetUp = endpoint('POST /auth/totp/confirm', {
  name: 'confirmTotpSetUp',
  summary:
    'Turn an authenticator app on with a code of it. Signing in then needs a second factor. The recovery codes are shown once; the session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  body: ownCode,
  output: confirmed.extend({ recovery_codes: shownRecoveryCodes }),
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'CONFLICT', 'LOCKED_OUT'],
})

export const removeTotp = endpoint('DELETE /auth/totp', {
  name: 'removeTotp',
  summary:
    'Turn the authenticator app off. Its recovery codes become invalid, and signing in needs no second factor. The session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  output: renewedSession,
  errors: ['NOT_FOUND'],
})

export const signInWithTotp = endpoint('POST /auth/mfa/totp', {
  name: 'signInWithTotp',
  summary: 'Complete a sign-in that was answered MFA_REQUIRED with a code of the authenticator app.',
  audience: 'anyone',
  secret: true,
  body: z.object({ ticket: mfaTicket, code: totpCode, deviceToken: deviceToken.optional() }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED', 'LOCKED_OUT'],
})

export const confirmTotp = endpoint('POST /auth/confirm-totp', {
  name: 'confirmTotp',
  summary:
    'Confirm who you are with a code of the authenticator app, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token.',
  audience: 'session',
  whileSuspended: true,
  secret: true,
  body: ownCode,
  output: confirmed,
  errors: ['INVALID_CREDENTIALS', 'LOCKED_OUT'],
})

/** Sixteen characters, in any case, with or without hyphens and spaces. */
const recoveryCode = field
  .present('Enter a recovery code')
  .max(64, 'A recovery code has 16 characters')
  .regex(
    /^[\s\-\u2010-\u2015]*(?:[0-9A-TV-Za-tv-z][\s\-\u2010-\u2015]*){16}$/,
    'A recovery code has 16 characters',
  )
  .meta({ examples: ['7Q2K-M4XD-90VA-HT6B'] })

export const renewRecoveryCodes = endpoint('POST /auth/recovery-codes', {
  name: 'renewRecoveryCodes',
  summary:
    'Create new recovery codes, which are shown once. Earlier ones become invalid. The session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  output: z.object({ recovery_codes: shownRecoveryCodes, token: renewedToken }),
  success: 201,
  errors: ['NOT_FOUND'],
})

export const signInWithRecoveryCode = endpoint('POST /auth/mfa/recovery-code', {
  name: 'signInWithRecoveryCode',
  summary: 'Complete a sign-in that was answered MFA_REQUIRED with a recovery code, which works once.',
  audience: 'anyone',
  secret: true,
  body: z.object({ ticket: mfaTicket, code: recoveryCode, deviceToken: deviceToken.optional() }),
  output: signInAnswer,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'RATE_LIMITED', 'LOCKED_OUT'],
})

export const confirmRecoveryCode = endpoint('POST /auth/confirm-recovery-code', {
  name: 'confirmRecoveryCode',
  summary:
    'Confirm who you are with a recovery code, for calls that respond with STEP_UP_REQUIRED. The session continues under a new token.',
  audience: 'session',
  whileSuspended: true,
  secret: true,
  body: z.object({ code: recoveryCode }),
  output: confirmed,
  errors: ['INVALID_CREDENTIALS', 'LOCKED_OUT'],
})
