import type { Context, DbContext } from '../../context.ts'
import { unlessTampered } from '../../db/unless-tampered.ts'
import { updatePhase } from '../archive/phase/update-phase.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  listPrincipalsOfUser,
  principalOf,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { findMembership, type Invitation, sharedIn } from '../projects/membership-store.ts'
import type { User } from '../users/user-store.ts'
import { isInvitee } from './invitation-of-link.ts'
import {
  deleteInvitation,
  findInvitation,
  listExpiredInvitations,
  listInvitationsOfInvitee,
  listSealedInvitations,
} from './invitation-store.ts'

/** The link of an invitation as a principal. */
export const linkOf = ({ link_id }: Pick<Invitation, 'link_id'>): StoredPrincipal | null =>
  link_id === null ? null : { kind: 'invitation', id: link_id }

/**
 * Those of an invitation's environments that its invitee could not open without it. The account that it is sealed to may
 * own the project by now, or share it by another invitation.
 */
export async function onlyOffered(
  ctx: DbContext<'secrets'>,
  { project_id, inviter_id, sealed_to }: Invitation,
  environmentIds: readonly number[],
): Promise<readonly number[]> {
  if (sealed_to === null) return environmentIds
  // The inviter of an open invitation is the owner.
  if (sealed_to === inviter_id) return []
  const membership = await findMembership(ctx, project_id, sealed_to)
  const shared = membership ? sharedIn(membership) : []
  return environmentIds.filter((id) => !shared.includes(id))
}

/**
 * Ends an invitation and revokes what was sealed for it. The inviter's account is locked.
 * @returns how many environments have a pending re-key
 */
export async function endInvitation(
  tx: Tx,
  invitation: Invitation,
  holder: KeyHolder | null,
): Promise<number> {
  const { sealed_to } = invitation
  const link = linkOf(invitation)
  const ofAccount = sealed_to === null ? [] : await listPrincipalsOfUser(tx, sealed_to)
  const principals = [...ofAccount.map(principalOf), ...(link ? [link] : [])]
  const environmentIds = await onlyOffered(tx, invitation, sharedIn(invitation))
  if (link) await changePrincipal(tx, link, { revoked: 1 })
  const pending = await revokeEnvironments(tx, { principals, environmentIds, holder })
  await deleteRevokedPrincipals(tx.db)
  await deleteInvitation(tx.db, invitation.id)
  await updatePhase(tx, invitation.inviter_id)
  tx.revoked({ kind: 'invitation', projectId: invitation.project_id, subject: invitation.token })
  return pending
}

/** The event of an invitation that expired without an answer. */
export const expiredEvent = ({ email, project_id }: Invitation) =>
  ({
    type: 'invitation_expired',
    description: `The invitation of ${email} expired`,
    projectId: project_id,
  }) as const

/** Each takes some milliseconds, for which the writes of others wait on SQLite. */
const endedAtOnce = 25

/**
 * Ends the open invitations whose keys are sealed to a user's key pair, before that key pair is discarded: no more than
 * keep the transaction short.
 * @returns whether others may be left
 */
export async function endInvitationsTo(tx: Tx, userId: number): Promise<boolean> {
  const invitations = await listSealedInvitations(tx, userId, endedAtOnce)
  await tx.lock(invitations.map(({ inviter_id }) => inviter_id))
  for (const invitation of invitations) {
    await endInvitation(tx, invitation, null)
    const description = `The invitation of ${invitation.email} ended: its keys were sealed to a vault that was emptied`
    tx.record({ type: 'invitation_canceled', description, projectId: invitation.project_id })
  }
  return invitations.length === endedAtOnce
}

/** Ends the invitations of a user who owns or shares the project. The inviter's account is locked. */
export async function endInvitationsOf(tx: Tx, projectId: number, user: User): Promise<void> {
  const rows = await listInvitationsOfInvitee(tx, projectId, user.email_canonical, user.id)
  for (const invitation of rows.filter((row) => isInvitee(row, user))) {
    await endInvitation(tx, invitation, null)
    const description = `The invitation of ${invitation.email} ended: the project is already shared with its invitee`
    tx.record({ type: 'invitation_canceled', description, projectId })
  }
}

/** Ends expired invitations. One that fails does not stop the others. */
export async function sweepInvitations(ctx: Context): Promise<number> {
  let swept = 0
  for (const row of await listExpiredInvitations(ctx.db, ctx.clock()))
    await unlessTampered(ctx, 'sweep', async () => {
      await expire(ctx, row)
      swept++
    })
  return swept
}

const expire = (ctx: Context, { inviter_id, sealed_to, token }: Invitation) =>
  transact(ctx, { userId: null, origin: null }, async (tx) => {
    await tx.lock([inviter_id, sealed_to ?? inviter_id])
    const invitation = await findInvitation(tx, token)
    // The next sweep ends one whose project got another owner before it was locked.
    if (invitation?.inviter_id !== inviter_id) return
    await endInvitation(tx, invitation, null)
    tx.record(expiredEvent(invitation))
  })
