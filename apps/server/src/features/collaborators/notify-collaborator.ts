import type { Within } from '../../context.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { sharedIn } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { CollaboratorRow } from './require-collaborator.ts'

const namesOf = ({ name, owner_username }: OwnedProject) => ({ project: name, owner: owner_username })

/** Mails a user that a project is no longer shared with them. */
export const notifyRemoved = (
  tx: Within<'clock' | 'mail' | 'secrets'>,
  { email }: CollaboratorRow,
  project: OwnedProject,
): Promise<void> => queueMail(tx, 'removedFromProject', { to: email, variables: namesOf(project) })

/** Mails a user that their role has changed. */
export const notifyRoleChanged = (
  tx: Within<'clock' | 'mail' | 'secrets'>,
  collaborator: CollaboratorRow,
  project: OwnedProject,
): Promise<void> =>
  queueMail(tx, 'roleChanged', {
    to: collaborator.email,
    variables: { ...namesOf(project), role: collaborator.role, environments: sharedIn(collaborator).length },
  })
