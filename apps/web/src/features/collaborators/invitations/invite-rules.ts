import type { Collaborator } from '@envhold/contract/collaborators.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators.ts'
import type { LimitStatus } from '@envhold/contract/subscription-status.ts'
import { isSameEmail } from '../../accounts/same-email.ts'
import { alreadyCollaborator, alreadyInvited } from './invite-errors.ts'

export interface CollaboratorsOfProject {
  readonly owner: { readonly username: string; readonly email: string }
  readonly collaborators: readonly Collaborator[]
}

/** Why an e-mail address cannot be invited: it is already a collaborator's or already invited. */
function alreadyInProject(
  email: string,
  { owner, collaborators }: CollaboratorsOfProject,
): string | undefined {
  if (isSameEmail(email, owner.email))
    return 'This is your own e-mail address, and you already own this project'
  const found = collaborators.find((each) => isSameEmail(email, each.email))
  if (!found) return undefined
  return found.status === 'pending' ? alreadyInvited : alreadyCollaborator
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
export const limitReached = (limit: LimitStatus | undefined): string | undefined =>
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
