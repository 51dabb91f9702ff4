/** The invitations of the caller, apart from the other calls about collaborators: every dashboard reads them. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { environment } from '../environments/environments.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { project } from '../projects/projects.ts'

const endpoint = endpointsOf('Invitations')

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
    /** 0: all of its environments were deleted since. */
    environment_count: field.count,
    environments: z
      .array(environment.pick({ name: true, color: true, protected: true }))
      .max(limits.projectEnvironments),
    invited_at: field.time,
    expires_at: field.time,
    /** Whether the keys are sealed to the mailed link. Without it they wait for the owner's next unlocked call. */
    needs_link: z.boolean(),
  })
  .meta({ id: 'PendingInvitation' })
export type PendingInvitation = z.output<typeof pendingInvitation>

/** A project that its owner, or an operator, offers to the caller, who can accept it now. */
export const offeredProject = z
  .object({
    project_id: field.id,
    project_name: z.string().max(limits.nameLength),
    from_username: z.string().max(limits.nameLength),
    expires_at: field.time,
  })
  .meta({ id: 'OfferedProject' })
export type OfferedProject = z.output<typeof offeredProject>

export const listInvitations = endpoint('GET /env/invitations', {
  name: 'listInvitations',
  summary:
    'List the caller’s pending invitations, and the projects whose ownership is offered to the caller. There are no invitations until the account’s e-mail address is verified.',
  audience: 'user',
  permission: 'read_projects',
  output: z.object({
    invitations: z.array(pendingInvitation).max(1_000),
    offered_projects: z.array(offeredProject).max(1_000),
  }),
})

/** An opaque handle of an invitation, for its recipient. It grants no access. */
const handle = z.object({ token: z.string().regex(/^[0-9A-Za-z]{22}$/) })

const invitationSecret = z.string().min(1).max(200)

export const openInvitation = endpoint('POST /env/invitations/open', {
  name: 'openInvitation',
  summary: 'Show the invitation that a mailed link belongs to.',
  audience: 'anyone',
  body: z.object({ secret: invitationSecret }),
  output: z.object({
    invitation: pendingInvitation.extend({
      email: z.string().max(limits.emailLength),
      /** Whether an account with this e-mail address exists, so that the client offers sign-in or registration. */
      has_account: z.boolean(),
      /** Whether the account with this e-mail address has another one now. Nobody can register with this one. */
      email_changed: z.boolean(),
    }),
  }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const acceptInvitation = endpoint('POST /env/invitations/{token}/accept', {
  name: 'acceptInvitation',
  summary: 'Accept an invitation. With the secret of the mailed link, the keys are granted immediately.',
  audience: 'session',
  vault: true,
  idempotency: 'replay',
  params: handle,
  /** The secret of the link also verifies the e-mail address. */
  body: z.object({ secret: invitationSecret.optional() }),
  output: z.object({ project, keys_pending: z.boolean() }),
  errors: ['FORBIDDEN', 'PROJECT_READ_ONLY', 'NOT_FOUND', 'ALREADY_MEMBER', 'CONFLICT'],
})

export const declineInvitation = endpoint('DELETE /env/invitations/{token}/decline', {
  name: 'declineInvitation',
  summary: 'Decline an invitation.',
  audience: 'session',
  params: handle,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
