/** The invitations of the caller, apart from the other calls about collaborators: every dashboard reads them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

/** The roles of a collaborator in a project. */
const collaboratorRoles = ['read', 'write'] as const
export const collaboratorRole = z.enum(collaboratorRoles)

export const pendingInvitation = z
  .object({
    id: field.id,
    token: z.string().max(22),
    project_name: z.string().max(limits.nameLength),
    invited_by_username: z.string().max(limits.nameLength),
    role: collaboratorRole,
    environment_count: field.count,
    invited_at: field.time,
    expires_at: field.time,
    /** Whether the keys are sealed to the mailed link. Without it they wait for the owner's next unlocked call. */
    needs_link: z.boolean(),
  })
  .meta({ id: 'PendingInvitation' })
export type PendingInvitation = z.output<typeof pendingInvitation>

export const listInvitations = endpoint({
  name: 'listInvitations',
  tag: 'Invitations',
  summary:
    'List the caller’s pending invitations. The list is empty until the account’s e-mail address is verified.',
  method: 'GET',
  path: '/env/invitations',
  audience: 'user',
  permission: 'read_projects',
  output: z.object({ invitations: z.array(pendingInvitation).max(1_000) }),
})
