import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { findUser } from '../users/user-store.ts'
import type { Invited } from './require-invitation.ts'

const notices = { accepted: 'invitationAccepted', declined: 'invitationDeclined' } as const

/** Mails the owner how an invitation was answered. */
export async function notifyOwner(
  tx: Tx,
  answer: keyof typeof notices,
  { project, user }: Invited,
): Promise<void> {
  const owner = await findUser(tx, project.owner_id)
  if (!owner) return
  const variables = { person: user.username, project: project.name }
  await queueMail(tx, notices[answer], { to: owner.email, variables })
}
