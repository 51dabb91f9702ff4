import { z } from 'zod'
import { retention } from '../archive/archive.ts'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { collaboratorRole } from './invitations.ts'

const endpoint = endpointsOf('Collaborators')

export type CollaboratorRole = z.output<typeof collaboratorRole>

export const invitationDays: number = retention.invitationDays

const username = z.string().max(limits.nameLength)
const email = z.string().max(limits.emailLength)
const projectId = z.object({ id: field.pathId })
const oneCollaborator = z.object({ id: field.pathId, userId: field.pathId })
const environments = z
  .array(field.id)
  .min(1, 'At least one environment must be selected')
  .max(1_000)
  .refine((ids) => new Set(ids).size === ids.length, 'An environment is listed twice')

/** When a person last did something in the project, in the web app or by a personal token. */
const lastSeen = z.object({ user_id: field.id, at: field.time, way: z.enum(['web', 'token']) })
export type LastSeen = z.output<typeof lastSeen>

/** A collaborator, or an invited person. Lists only environments that the caller can see. */
export const collaborator = z
  .object({
    /** Null while the invitation is not accepted. */
    user_id: field.id.nullable(),
    username: username.nullable(),
    email,
    role: collaboratorRole,
    status: z.enum(['pending', 'accepted']),
    invited_at: field.time,
    /** When a pending invitation expires. */
    expires_at: field.time.nullable(),
    shared_environments: z.array(field.id).max(1_000),
    /** Whether keys are pending after joining without the mailed link. The owner's next unlocked call grants them. */
    keys_pending: z.boolean(),
    /**
     * Whether the access is paused, or the invitation cannot be accepted, because the owner has too many collaborators.
     * Only the owner sees it.
     */
    access_paused: z.boolean(),
    /** Until when they can restore the account that they deleted; null if they did not. Only the owner sees it. */
    account_deleted_until: field.time.nullable(),
  })
  .meta({ id: 'Collaborator' })
export type Collaborator = z.output<typeof collaborator>

const collaboratorAnswer = z.object({ collaborator }).meta({ id: 'CollaboratorResponse' })

/** The project's owner. An empty list means all environments. */
const projectOwner = z
  .object({
    user_id: field.id,
    username,
    email,
    role: z.literal('owner'),
    status: z.literal('accepted'),
    invited_at: z.null(),
    shared_environments: z.array(field.id).max(0),
  })
  .meta({ id: 'ProjectOwner' })

export const listCollaborators = endpoint('GET /env/projects/{id}/collaborators', {
  name: 'listCollaborators',
  summary: 'List the owner, the collaborators and the invited people of a project.',
  audience: 'user',
  permission: 'read_projects',
  params: projectId,
  output: z.object({
    collaborators: z.array(collaborator).max(10_000),
    owner: projectOwner,
    /** For the owner only. Who did nothing yet is not in it. */
    last_seen: z.array(lastSeen).max(10_000),
  }),
  errors: ['NOT_FOUND'],
})

export const listSharedWith = endpoint('GET /env/collaborators/{userId}/projects', {
  name: 'listSharedWith',
  summary: 'List the caller’s own projects that a person shares, by name.',
  audience: 'user',
  permission: 'read_projects',
  params: z.object({ userId: field.pathId }),
  output: z.object({
    projects: z
      .array(
        z.object({
          id: field.id,
          name: z.string().max(limits.nameLength),
          shared_environments: z.array(field.id).max(1_000),
        }),
      )
      .max(10_000),
  }),
})

/** How many people of a project {@link listProjectPeople} names, its owner among them. */
export const maxNamedPeople = 3

export const listProjectPeople = endpoint('GET /env/collaborators', {
  name: 'listProjectPeople',
  summary: `Name people of all projects that the caller owns or shares: the owner, then those who joined first, ${maxNamedPeople} of each project at most.`,
  audience: 'user',
  permission: 'read_projects',
  output: z.object({
    people: z
      .array(z.object({ project_id: field.id, usernames: z.array(username).max(maxNamedPeople) }))
      .max(10_000),
  }),
})

export const inviteCollaborator = endpoint('POST /env/projects/{id}/invite', {
  name: 'inviteCollaborator',
  summary:
    'Invite a person to chosen environments of a project. Their keys are sealed immediately, to the account or to the mailed link.',
  audience: 'user',
  permission: 'manage_projects',
  vault: true,
  idempotency: { shownOnce: { secret: 'invitation.link', id: 'invitation.id' } },
  params: projectId,
  body: z.object({ email: field.email, role: collaboratorRole, environments }),
  output: z.object({
    invitation: z.object({
      id: field.id,
      email,
      role: collaboratorRole,
      environments: z.array(field.id).max(1_000),
      invited_at: field.time,
      expires_at: field.time,
      /** Whether the mail server accepted the mail. If not, and there is no link, cancel and invite again. */
      mailed: z.boolean(),
      /** The link to pass on, if no mail server is configured. It is shown only once and stored nowhere. */
      link: z.string().max(2_000).nullable(),
    }),
  }),
  success: 201,
  errors: ['PROJECT_READ_ONLY', 'LIMIT_REACHED', 'NOT_FOUND', 'ALREADY_INVITED', 'ALREADY_MEMBER'],
})

export const updateCollaborator = endpoint('PUT /env/projects/{id}/collaborators/{userId}', {
  name: 'updateCollaborator',
  summary:
    'Change a collaborator’s role or environments. Adding environments requires the master password; removed ones are re-keyed.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'unless-unlocked',
  argon2: true,
  params: oneCollaborator,
  body: z.object({ role: collaboratorRole.optional(), environments: environments.optional() }),
  output: collaboratorAnswer,
  errors: ['PROJECT_READ_ONLY', 'MASTER_PASSWORD_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})

export const removeCollaborator = endpoint('DELETE /env/projects/{id}/collaborators/{userId}', {
  name: 'removeCollaborator',
  summary:
    'Remove a collaborator, or leave a project. What they could read is re-keyed, immediately if the vault is unlocked. Rejected while nobody else could open one of the environments.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'unless-unlocked',
  argon2: true,
  params: oneCollaborator,
  output: field.message.extend({
    /** How many environments the next unlocked call of a collaborator with write access re-keys. */
    rekey_pending: field.count,
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const updateInvitation = endpoint('PUT /env/projects/{id}/invitations', {
  name: 'updateInvitation',
  summary:
    'Change the role or the environments of a pending invitation; both apply on acceptance. Adding environments requires the master password; removed ones are re-keyed.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'unless-unlocked',
  argon2: true,
  params: projectId,
  body: z.object({
    email: field.email,
    role: collaboratorRole.optional(),
    environments: environments.optional(),
  }),
  output: collaboratorAnswer,
  errors: ['PROJECT_READ_ONLY', 'MASTER_PASSWORD_REQUIRED', 'NOT_FOUND'],
})

export const cancelInvitation = endpoint('DELETE /env/projects/{id}/invitations/cancel', {
  name: 'cancelInvitation',
  summary: 'Cancel an invitation. Its link stops working immediately.',
  audience: 'user',
  permission: 'manage_projects',
  argon2: true,
  params: projectId,
  body: field.emailRequest,
  output: field.message,
  errors: ['INVALID_MASTER_PASSWORD', 'NOT_FOUND', 'LOCKED_OUT'],
})

export const returnEnvironments = endpoint('POST /env/projects/{id}/owner-access', {
  name: 'returnEnvironments',
  summary:
    'Give the owner of a project, who started an empty vault, the keys of the environments that you can open. Call again while some remain.',
  audience: 'session',
  vault: true,
  params: z.object({ id: field.pathId }),
  output: z.object({ returned: z.int().min(0), remaining: z.int().min(0) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})
