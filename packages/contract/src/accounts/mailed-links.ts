import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

/** The secret part of a mailed link: what follows `#`. */
export const emailTokenRequest = z
  .object({ token: z.string().min(1).max(200) })
  .meta({ id: 'EmailTokenRequest' })

/** Whose account a link is about, as its mail says. */
export const linkedAccount = z
  .object({
    username: z.string().max(limits.nameLength),
    email: z.string().max(limits.emailLength),
  })
  .meta({ id: 'LinkedAccount' })

/** Links of security mails. All of them protect the account, so they work without signing in. */
export const protectionPurposes = ['not-me', 'undo-email', 'stop-change', 'revoke-tokens'] as const
export type ProtectionPurpose = (typeof protectionPurposes)[number]

export const openProtection = endpoint({
  name: 'openProtection',
  tag: 'Accounts',
  summary: 'Read what the link of a security mail does, without doing it.',
  method: 'POST',
  path: '/auth/security-link/open',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount.extend({
    purpose: z.enum(protectionPurposes),
    /** What is undone or stopped: the former e-mail address, or the kind of the change; null for other links. */
    subject: z.string().max(limits.emailLength).nullable(),
  }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const useProtection = endpoint({
  name: 'useProtection',
  tag: 'Accounts',
  summary:
    'Do what the link of a security mail offers: sign out every device and mail a link for a new password (‘This was not me’), undo a change of the e-mail address, stop a delayed change, or revoke all personal tokens.',
  method: 'POST',
  path: '/auth/security-link',
  audience: 'anyone',
  body: emailTokenRequest,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
})
