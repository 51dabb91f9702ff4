import type { Collaborator } from '@envhold/contract/collaborators.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators.ts'
import type { LimitStatus } from '@envhold/contract/subscription.ts'
import { alreadyCollaborator, alreadyInvited } from '../../connection/error-text.ts'
import { isSameAddress } from '../accounts/same-email.ts'

export interface Members {
  readonly owner: { readonly username: string; readonly email: string }
  readonly collaborators: readonly Collaborator[]
}

/** Why an address cannot be invited: whoever has it is here already, or was asked already. */
function alreadyHere(email: string, { owner, collaborators }: Members): string | undefined {
  if (isSameAddress(email, owner.email)) return 'This is your own address: the project is yours already'
  const found = collaborators.find((each) => isSameAddress(email, each.email))
  if (!found) return undefined
  return found.status === 'pending' ? alreadyInvited : alreadyCollaborator
}

/** What an invitation must be, with what is known here of who shares the project. */
export const inviteForm = (members: Members) =>
  inviteCollaborator.body.superRefine(({ email }, context) => {
    const message = alreadyHere(email, members)
    if (message) context.addIssue({ code: 'custom', path: ['email'], message })
  })

/** What a collaborator's permissions must be: as in an invitation. */
export const permissionForm = inviteCollaborator.body.pick({ role: true, environments: true })

/** What stands at the button when the plan has no room for one more. */
export const limitReached = (limit: LimitStatus | undefined): string | undefined =>
  limit?.atLimit && limit.max !== -1
    ? `Collaborator limit reached (${limit.current}/${limit.max})`
    : undefined

/** Only what differs is sent; nothing at all when nothing does. */
export function permissionChanges(
  before: Pick<Collaborator, 'role' | 'shared_environments'>,
  after: { role: Collaborator['role']; environments: readonly number[] },
) {
  const added = after.environments.filter((id) => !before.shared_environments.includes(id))
  const taken = before.shared_environments.filter((id) => !after.environments.includes(id))
  const body = {
    ...(after.role !== before.role && { role: after.role }),
    ...(added.length + taken.length > 0 && { environments: [...after.environments] }),
  }
  return { body, added, taken, nothing: Object.keys(body).length === 0 }
}
