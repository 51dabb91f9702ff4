import { queueMail } from '../../mail/queue-mail.ts'
import { invitationAccepted } from '../../mail/templates/invitation-accepted.ts'
import { invitationDeclined } from '../../mail/templates/invitation-declined.ts'
import type { Tx } from '../audit-log/tx.ts'
import { findUser } from '../users/user-store.ts'
import type { Invited } from './require-invitation.ts'

const templates = { accepted: invitationAccepted, declined: invitationDeclined }

/** Mails the owner how an invitation was answered. */
export async function notifyOwner(
  tx: Tx,
  answer: keyof typeof templates,
  { project, user }: Invited,
): Promise<void> {
  const owner = await findUser(tx, project.owner_id)
  if (!owner) return
  const variables = { person: user.username, project: project.name }
  await queueMail(tx, templates[answer], { to: owner.email, variables })
}
