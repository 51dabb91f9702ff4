import type { DbContext } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import type { Invitation } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { findOfferedProject } from '../projects/shared-project-store.ts'
import { findUser, type User } from '../users/user-store.ts'
import { noInvitation } from './invitation-of-link.ts'
import { findInvitation } from './invitation-store.ts'

export interface Invited {
  readonly invitation: Invitation
  readonly project: OwnedProject
  /** The invited user. */
  readonly user: User
}

/**
 * Finds the caller's open invitation with this handle.
 * @throws AppError NOT_FOUND for one that was sent to another user, was answered or has expired
 */
export async function requireInvitation(
  ctx: DbContext<'secrets' | 'clock'>,
  { userId }: SessionCaller,
  token: string,
): Promise<Invited> {
  const invitation = await findInvitation(ctx, token)
  const user = await findUser(ctx, userId)
  if (!invitation || !user || invitation.email_canonical !== user.email_canonical) throw noInvitation()
  if (invitation.expires_at <= ctx.clock()) throw noInvitation()
  const project = await findOfferedProject(ctx, invitation.project_id)
  if (!project) throw noInvitation()
  return { invitation, project, user }
}

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
