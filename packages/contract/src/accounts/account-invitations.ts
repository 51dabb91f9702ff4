/** An operator's invitation to create an account. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { emailTokenRequest } from './mailed-links.ts'

const endpoint = endpointsOf('Accounts')

export const openAccountInvitation = endpoint('POST /auth/invitation/open', {
  name: 'openAccountInvitation',
  summary: 'Read which e-mail address the invitation of a mailed link is for, without using it.',
  audience: 'anyone',
  body: emailTokenRequest,
  output: z.object({
    invitation: z.object({ email: z.string().max(limits.emailLength), expires_at: field.time }),
  }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
