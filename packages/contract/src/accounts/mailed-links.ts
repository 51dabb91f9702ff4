import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Accounts')

/** The secret part of a mailed link: what follows `#`. */
export const emailTokenRequest = z
  .object({ token: z.string().min(1).max(200) })
  .meta({ id: 'EmailTokenRequest' })

/** Whose account a link is about, as its mail says. */
export const linkedAccount = z
  .object({ username: z.string().max(limits.nameLength), email: z.string().max(limits.emailLength) })
  .meta({ id: 'LinkedAccount' })

/** Links of security mails. All of them protect the account, so they work without signing in. */
export const protectionPurposes = [
  'not-me',
  'remove-factor',
  'undo-email',
  'stop-change',
  'revoke-tokens',
] as const
export type ProtectionPurpose = (typeof protectionPurposes)[number]

export const openProtection = endpoint('POST /auth/security-link/open', {
  name: 'openProtection',
  summary: 'Read what the link of a security mail does, without doing it.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount.extend({
    purpose: z.enum(protectionPurposes),
    /**
     * What is undone, stopped or removed: the former e-mail address, the kind of the change, or the factor in words;
     * null for other links, and for a factor that was removed already.
     */
    subject: z.string().max(limits.emailLength).nullable(),
  }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const useProtection = endpoint('POST /auth/security-link', {
  name: 'useProtection',
  summary:
    'Do what the link of a security mail offers: sign out every device and mail a link for a new password (‘This was not me’), and with it remove the passkey, authenticator app or provider link that the mail reports as added, undo a change of the e-mail address, stop a delayed change, or revoke all personal tokens.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
})

export const resetMinutes = 60

export const requestPasswordReset = endpoint('POST /auth/reset-password/request', {
  name: 'requestPasswordReset',
  summary:
    'Ask for a link that sets a new account password. The answer is the same for every address: the link is mailed if the address belongs to an account.',
  audience: 'anyone',
  body: field.emailRequest,
  output: field.message,
  errors: ['RATE_LIMITED'],
})

export const openPasswordReset = endpoint('POST /auth/reset-password/open', {
  name: 'openPasswordReset',
  summary: 'Read which account a mailed link sets the password of, without using it.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount.extend({
    /** Whether using it also removes factors and personal tokens: the e-mail address was never verified. */
    removes_factors: z.boolean(),
  }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const resetPassword = endpoint('POST /auth/reset-password', {
  name: 'resetPassword',
  summary:
    'Set a new account password with a mailed link. Every session and device token ends. The vault stays as it is: its master password, recovery key and passkeys do not change. Signing in asks for the second factor as before. If the e-mail address was never verified, passkeys, authenticator app, provider links and personal tokens are removed: someone else may have registered the account.',
  audience: 'anyone',
  argon2: true,
  body: emailTokenRequest.extend({ newPassword: field.password }).meta({ id: 'ResetPasswordRequest' }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
})

/** How long the link at the new address works. */
export const confirmEmailHours = 24
/** How long the former address can undo a change. */
export const undoEmailDays = 7

export const readEmailChange = endpoint('GET /auth/email', {
  name: 'readEmailChange',
  summary: 'Read the change of the e-mail address that waits for its confirmation.',
  audience: 'session',
  output: z.object({
    /** Null: none waits. */
    pending: z.object({ email: z.string().max(limits.emailLength), expires_at: field.time }).nullable(),
  }),
})

export const changeEmail = endpoint('PUT /auth/email', {
  name: 'changeEmail',
  summary:
    'Ask for another e-mail address. A link goes to it; the change happens when the link is confirmed. The answer is the same for an address that belongs to another account.',
  audience: 'session',
  stepUp: 'always',
  body: field.emailRequest,
  output: field.message,
  errors: ['CONFLICT'],
})

export const cancelEmailChange = endpoint('DELETE /auth/email', {
  name: 'cancelEmailChange',
  summary: 'Cancel the change of the e-mail address that waits for its confirmation.',
  audience: 'session',
  output: field.message,
})

export const openEmailChange = endpoint('POST /auth/email/open', {
  name: 'openEmailChange',
  summary: 'Read which account and new e-mail address a mailed link confirms, without confirming it.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const confirmEmailChange = endpoint('POST /auth/email/confirm', {
  name: 'confirmEmailChange',
  summary:
    'Change the e-mail address of the signed-in account with the link that was mailed to the new address. The link of another account is rejected.',
  audience: 'session',
  body: emailTokenRequest,
  output: field.message,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
