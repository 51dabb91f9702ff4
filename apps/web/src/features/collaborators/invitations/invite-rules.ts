import type { LimitStatus } from '@envhold/contract/billing/subscription-status.ts'
import { type Collaborator, inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { errors } from '@envhold/contract/errors.ts'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'
import { isSameEmail } from '../../accounts/display-name.ts'

export interface CollaboratorsOfProject {
  readonly owner: { readonly username: string; readonly email: string }
  readonly collaborators: readonly Collaborator[]
}

/** Why an e-mail address cannot be invited: it is already a collaborator's or already invited. */
function alreadyInProject(email: string, { owner, collaborators }: CollaboratorsOfProject) {
  if (isSameEmail(email, owner.email))
    return 'This is your own e-mail address, and you already own this project'
  const match = collaborators.find((collaborator) => isSameEmail(email, collaborator.email))
  if (!match) return undefined
  return match.status === 'pending' ? alreadyInvited : alreadyCollaborator
}

/** The schema of an invitation, given the project's collaborators. */
export const inviteForm = (members: CollaboratorsOfProject) =>
  inviteCollaborator.body.superRefine(({ email }, context) => {
    const message = alreadyInProject(email, members)
    if (message) context.addIssue({ code: 'custom', path: ['email'], message })
  })

/** The schema of a collaborator's permissions, as in an invitation. */
export const permissionForm = inviteCollaborator.body.pick({ role: true, environments: true })

/** The button's tooltip when the plan's limit is reached. */
export const limitReached = (limit: LimitStatus | undefined) =>
  limit?.atLimit && limit.max !== -1
    ? `Collaborator limit reached (${limit.current}/${limit.max})`
    : undefined

/** Only changes are sent; nothing if there are none. */
export function permissionChanges(
  before: Pick<Collaborator, 'role' | 'shared_environments'>,
  after: { role: Collaborator['role']; environments: readonly number[] },
) {
  const added = after.environments.filter((id) => !before.shared_environments.includes(id))
  const removed = before.shared_environments.filter((id) => !after.environments.includes(id))
  const body = {
    ...(after.role !== before.role && { role: after.role }),
    ...(added.length + removed.length > 0 && { environments: [...after.environments] }),
  }
  return { body, added, removed, isUnchanged: Object.keys(body).length === 0 }
}

export const alreadyInvited = errors.ALREADY_INVITED.message
export const alreadyCollaborator = errors.ALREADY_MEMBER.message

/** Apart from the other texts: the dashboard shows some of those, and does not need the table of errors. */
export const inviteErrors = {
  fallback: 'Failed to invite collaborator',
  on: {
    ALREADY_INVITED: alreadyInvited,
    ALREADY_MEMBER: 'This user is already a collaborator or has been invited',
    VALIDATION_FAILED: 'Invalid email address or invitation data',
    FORBIDDEN: 'You do not have permission to invite collaborators',
    NOT_FOUND: 'User not found with this email address',
  },
} as const satisfies ErrorTexts
