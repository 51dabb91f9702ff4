import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { removedFromProject } from '../../mail/templates/removed-from-project.ts'
import { roleChanged } from '../../mail/templates/role-changed.ts'
import { sharedIn } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { CollaboratorRow } from './require-collaborator.ts'

type Outside = Pick<Context, 'clock' | 'mail' | 'secrets'>

const namesOf = ({ name, owner_username }: OwnedProject) => ({ project: name, owner: owner_username })

/** Mails somebody that a project is not shared any more. */
export const notifyRemoved = (
  ctx: Outside,
  trx: Trx,
  { email }: CollaboratorRow,
  project: OwnedProject,
): Promise<void> => queueMail(ctx, trx, removedFromProject, { to: email, variables: namesOf(project) })

/** Mails somebody what may be done from now on. */
export const notifyRoleChanged = (
  ctx: Outside,
  trx: Trx,
  member: CollaboratorRow,
  project: OwnedProject,
): Promise<void> =>
  queueMail(ctx, trx, roleChanged, {
    to: member.email,
    variables: { ...namesOf(project), role: member.role, environments: sharedIn(member).length },
  })
