import { matchesAuthHash, parseToken, type Token } from '@envhold/integrity/token.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { AppError, conflict, notFound } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../audit-log/tx.ts'
import { type Invitation, sharedIn } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { findOfferedProject } from '../projects/shared-project-store.ts'
import { canonical } from '../users/canonical.ts'
import { findUser, type User } from '../users/user-store.ts'
import { checkInvitation, findInvitation, findInvitationOfLink } from './invitation-store.ts'
import { mailedEnvironments } from './mailed-environments.ts'

/** Unknown, answered and expired links, and those of other users, get the same message. */
export const noInvitation = () => notFound('There is no such invitation, or it is no longer open.')

/** @throws AppError NOT_FOUND for text that is not a link */
export function readLink(secret: string): Token<'inv'> {
  const link = ifAccepted(() => parseToken(secret.trim(), 'inv'))
  if (!link) throw noInvitation()
  return link
}

/** Whether the link proves that its bearer reads mail at the address. A link that the inviter handed over does not. */
export const provesEmail = ({ handed_over }: Pick<Invitation, 'handed_over'>): boolean => handed_over === 0

/** Finds the open invitation of a mailed link. An unknown link costs the same work as a wrong secret. */
export async function invitationOfLink(
  ctx: DbContext<'secrets' | 'clock'>,
  link: Token<'inv'>,
): Promise<Invitation | undefined> {
  const row = await findInvitationOfLink(ctx.db, link.id)
  const isCorrect = matchesAuthHash(link, row?.link_hash)
  if (!row || !isCorrect) return undefined
  checkInvitation(ctx, row)
  return row.expires_at > ctx.clock() ? row : undefined
}

/**
 * What a link proves about a bearer who claims this e-mail address: that they read mail there, that they were invited
 * under it, or nothing. A link that the inviter handed over was never mailed, so it does not prove the address.
 */
export async function readInvitationProof(
  ctx: DbContext<'secrets' | 'clock'>,
  secret: string,
  email: string,
): Promise<'address' | 'invited' | null> {
  try {
    const invitation = await invitationOfLink(ctx, readLink(secret))
    if (invitation?.email_canonical !== canonical(email)) return null
    return provesEmail(invitation) ? 'address' : 'invited'
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export interface Invited {
  readonly invitation: Invitation
  readonly project: OwnedProject
  /** The invited user. */
  readonly user: User
}

/**
 * Whether an invitation is to this account: the one that its keys are sealed to, whatever e-mail address it has now;
 * otherwise the one that has the invited address.
 */
export const isInvitee = ({ sealed_to, email_canonical }: Invitation, user: User): boolean =>
  sealed_to === null ? email_canonical === user.email_canonical : sealed_to === user.id

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
  if (!invitation || !user || !isInvitee(invitation, user)) throw noInvitation()
  if (invitation.expires_at <= ctx.clock()) throw noInvitation()
  const project = await findOfferedProject(ctx, invitation.project_id)
  if (!project) throw noInvitation()
  return { invitation, project, user }
}

/**
 * Finds the caller's open invitation, and locks the caller and the owner of the project.
 * @throws AppError NOT_FOUND; CONFLICT when the project got another owner before it was locked
 */
export async function lockInvitation(tx: Tx, caller: SessionCaller, token: string): Promise<Invited> {
  const { project } = await requireInvitation(tx, caller, token)
  await tx.lock([project.owner_id, caller.userId])
  const invited = await requireInvitation(tx, caller, token)
  if (invited.project.owner_id !== project.owner_id)
    throw conflict('The project has another owner now. Try again.')
  return invited
}

/** Mails the owner how an invitation was answered. */
export async function notifyOwner(
  tx: Tx,
  answer: 'accepted' | 'declined',
  { invitation, project, user }: Invited,
): Promise<void> {
  const owner = await findUser(tx, project.owner_id)
  if (!owner) return
  const { email: to } = owner
  const named = { person: user.username, project: project.name }
  if (answer === 'declined') return await queueMail(tx, 'invitationDeclined', { to, variables: named })
  const variables = { ...named, ...(await mailedEnvironments(tx, sharedIn(invitation))) }
  await queueMail(tx, 'invitationAccepted', { to, variables })
}
