/** Invitations of operators to create an account. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

export const userInvitationDays = 7
export const userInvitationsPageSize = 20

const userInvitation = z
  .object({
    /** Of the mailed link. It opens nothing. */
    id: z.string().max(32),
    email: z.string().max(limits.emailLength),
    invited_by: z.string().max(limits.nameLength).nullable(),
    created_at: field.time,
    expires_at: field.time,
  })
  .meta({ id: 'UserInvitation' })
export type UserInvitation = z.output<typeof userInvitation>

export const listUserInvitations = operatorEndpoint('GET /admin/user-invitations', {
  name: 'listUserInvitations',
  summary: 'List the open invitations of operators, the newest first.',
  query: z.object(pageQuery(userInvitationsPageSize)),
  output: z.object({ invitations: z.array(userInvitation).max(100), pagination }),
})

export const inviteUser = operatorEndpoint('POST /admin/user-invitations', {
  name: 'inviteUser',
  summary:
    'E-mail an invitation to create an account, which works for 7 days whatever the sign-up mode. It replaces an earlier one to the same address. Operators never see the link.',
  body: field.emailRequest,
  output: field.message,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const withdrawUserInvitation = operatorEndpoint('DELETE /admin/user-invitations/{id}', {
  name: 'withdrawUserInvitation',
  summary: 'Withdraw an invitation: its link no longer works.',
  params: z.object({ id: field.tokenId }),
  output: field.message,
  errors: ['NOT_FOUND'],
})
