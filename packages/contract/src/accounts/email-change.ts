import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { emailTokenRequest, linkedAccount } from './mailed-links.ts'

/** How long the link at the new address works. */
export const confirmEmailHours = 24
/** How long the former address can undo a change. */
export const undoEmailDays = 7

export const readEmailChange = endpoint({
  name: 'readEmailChange',
  tag: 'Accounts',
  summary: 'Read the change of the e-mail address that waits for its confirmation.',
  method: 'GET',
  path: '/auth/email',
  audience: 'session',
  output: z.object({
    /** Null: none waits. */
    pending: z.object({ email: z.string().max(limits.emailLength), expires_at: field.time }).nullable(),
  }),
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  tag: 'Accounts',
  summary:
    'Ask for another e-mail address. A link goes to it; the change happens when the link is confirmed. The answer is the same for an address that belongs to another account.',
  method: 'PUT',
  path: '/auth/email',
  audience: 'session',
  stepUp: 'always',
  body: field.emailRequest,
  output: field.message,
  errors: ['CONFLICT'],
})

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  tag: 'Accounts',
  summary: 'Cancel the change of the e-mail address that waits for its confirmation.',
  method: 'DELETE',
  path: '/auth/email',
  audience: 'session',
  output: field.message,
})

export const openEmailChange = endpoint({
  name: 'openEmailChange',
  tag: 'Accounts',
  summary: 'Read which account and new e-mail address a mailed link confirms, without confirming it.',
  method: 'POST',
  path: '/auth/email/open',
  audience: 'anyone',
  body: emailTokenRequest,
  output: linkedAccount,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  tag: 'Accounts',
  summary:
    'Change the e-mail address of the signed-in account with the link that was mailed to the new address. The link of another account is rejected.',
  method: 'POST',
  path: '/auth/email/confirm',
  audience: 'session',
  body: emailTokenRequest,
  output: field.message,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
