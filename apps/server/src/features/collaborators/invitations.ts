/** Invitations to a project: what their inviter changes, and what their invitee sees and declines. */

import * as contract from '@envhold/contract/collaborators/collaborators.ts'
import type { PendingInvitation } from '@envhold/contract/collaborators/invitations.ts'
import * as pending from '@envhold/contract/collaborators/invitations.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { ipRateKey } from '../../http/requests/ip-rate-key.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import {
  type EnvironmentRow,
  environmentsByProject,
  listEnvironmentIds,
  listEnvironmentRows,
} from '../environments/environment-store.ts'
import { appearanceOf } from '../environments/environment-view.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { findPrincipal, listPrincipalsOfUser, principalOf } from '../keyring/principal-store.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import { type Invitation, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { findOfferedProject } from '../projects/shared-project-store.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import { type AttemptRule, lowerAttempts } from '../users/attempt-store.ts'
import { canonical } from '../users/canonical.ts'
import { isEmailReserved } from '../users/reserved-email-store.ts'
import { findUser, isEmailTaken } from '../users/user-store.ts'
import {
  accessChange,
  type Holders,
  moveGrants,
  requireAllowedChange,
  unlockForChange,
} from './access-change.ts'
import { endInvitation, linkOf, onlyOffered } from './end-invitation.ts'
import {
  invitationOfLink,
  lockInvitation,
  noInvitation,
  notifyOwner,
  readLink,
} from './invitation-of-link.ts'
import { changeInvitation, findInvitationTo, listInvitationsTo } from './invitation-store.ts'
import { invitedView } from './membership.ts'
import { listOffersTo } from './transfer/transfer-store.ts'

/** Each change can re-key every environment of the invitation. */
const perOwner: AttemptRule = { kind: 'invitation-change', limit: 120, windowMs: 3_600_000 }

/** Attempts on links from one IP address, the same limit as for sign-ins. */
const perIp: AttemptRule = { kind: 'invitation-address', limit: 60, windowMs: 15 * 60 * 1_000 }

const notFound = () =>
  new AppError('NOT_FOUND', { message: 'There is no invitation for this e-mail address.' })

/**
 * Changes what an open invitation offers. The invitee already has inactive grants of its environments: added
 * environments are granted now, and removed ones are re-keyed. Nobody is mailed, so changes cannot be used to mail
 * strangers. The invitation's page shows the current offer.
 */
export const updateInvitation = verb(contract.updateInvitation, async (world: VaultWorld, call) => {
  const { caller, params, body, origin } = call
  await requireProject(world, caller, params.id, 'revoke access')
  const emailCanonical = canonical(body.email)
  const before = await requireOpen(world, params.id, emailCanonical)
  await requireRateLimit(world, perOwner, String(caller.userId))
  const holder = await unlockForChange(world, call, accessChange(body, before))
  return await transact(world, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId, before.sealed_to ?? caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'revoke access')
    const invitation = await requireOpen(tx, params.id, emailCanonical)
    // Ended and sent again meanwhile: it may be sealed to a user who is not locked here.
    if (invitation.id !== before.id) throw notFound()
    const change = accessChange(body, invitation)
    const { role, environments } = change
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: Invitation) => invitedView(row, (id) => existing.includes(id))
    if (change.isNone) return { collaborator: view(invitation) }
    await requireAllowedChange(tx, caller, project, change)
    const { principals, recipients } = await holdersOf(tx, invitation)
    const removed = await onlyOffered(tx, invitation, change.removed)
    await moveGrants(tx, holder, { ...change, removed }, { principals, recipients })
    const changed = await changeInvitation(tx, invitation, { role, environments })
    tx.record({
      type: 'user_role_changed',
      description: `Changed the invitation of ${invitation.email} to "${project.name}" (${role})`,
      projectId: project.id,
    })
    return { collaborator: view(changed) }
  })
})

/** Stops the invitation's link at once and revokes what was sealed for it. */
export const cancelInvitation = verb(contract.cancelInvitation, async (world: VaultWorld, call) => {
  const { caller, params, body, origin } = call
  await requireProject(world, caller, params.id, 'revoke access')
  const holder = await unlockIfGiven(world, call)
  const emailCanonical = canonical(body.email)
  const before = await findInvitationTo(world, params.id, emailCanonical)
  if (!before) throw notFound()
  return await transact(world, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId, before.sealed_to ?? caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'revoke access')
    const invitation = await findInvitationTo(tx, params.id, emailCanonical)
    if (invitation?.id !== before.id) throw notFound()
    await endInvitation(tx, invitation, holder)
    tx.record({
      type: 'invitation_canceled',
      description: `Canceled the invitation of ${invitation.email} to "${project.name}"`,
      projectId: project.id,
    })
    return { message: 'Invitation canceled' }
  })
})

const maxOffers = 100

/**
 * Lists the caller's open invitations. A caller whose e-mail address is unverified learns nothing about invitations to
 * it.
 */
export const listInvitations = verb(pending.listInvitations, async (ctx, { caller }) => {
  const user = await findUser(ctx, caller.userId)
  const offers = await listOffersTo(ctx, caller.userId, maxOffers)
  const offered_projects = offers.map(({ project_id, name, username, expires_at }) => ({
    project_id,
    project_name: name,
    from_username: username,
    expires_at: wireTime(expires_at),
  }))
  if (!user || user.email_verified_at === null) return { invitations: [], offered_projects }
  const rows = await listInvitationsTo(ctx, user, maxOffers)
  const environments = await environmentsByProject(ctx, [
    ...new Set(rows.map(({ project_id }) => project_id)),
  ])
  const invitations = rows.map((row) => invitationView(row, environments.get(row.project_id) ?? []))
  return { invitations, offered_projects }
})

/** Shows what a mailed link is for. The bearer need not be signed in on the device that reads the mail. */
export const openInvitation = verb(pending.openInvitation, async (ctx, { body, origin }) => {
  const identity = ipRateKey(origin.ip)
  await requireRateLimit(ctx, perIp, identity)
  const invitation = await invitationOfLink(ctx, readLink(body.secret))
  const project = invitation && (await findOfferedProject(ctx, invitation.project_id))
  if (!project) throw noInvitation()
  await lowerAttempts(ctx, perIp, identity)
  const named = { ...invitation, project_name: project.name, inviter_username: project.owner_username }
  const view = invitationView(named, await listEnvironmentRows(ctx, project.id))
  const has_account = await isEmailTaken(ctx.db, invitation.email_canonical)
  const email_changed = !has_account && (await isEmailReserved(ctx, invitation.email_canonical, null))
  return { invitation: { ...view, email: invitation.email, has_account, email_changed } }
})

/** Revokes what was sealed for the invitation. Its environments get a pending re-key. */
export const declineInvitation = verb(pending.declineInvitation, async (ctx, { caller, params, origin }) => {
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    const invited = await lockInvitation(tx, caller, params.token)
    const { project, user } = invited
    await endInvitation(tx, invited.invitation, null)
    await notifyOwner(tx, 'declined', invited)
    tx.record({
      type: 'invitation_declined',
      description: `${user.username} declined the invitation to "${project.name}"`,
      projectId: project.id,
    })
    return { message: 'Invitation declined' }
  })
})

/** An invitation as its invitee sees it. */
function invitationView(
  row: Invitation & { readonly project_name: string; readonly inviter_username: string },
  ofProject: readonly EnvironmentRow[],
): PendingInvitation {
  const shared = new Set(sharedIn(row))
  const environments = ofProject.filter(({ id }) => shared.has(id))
  return {
    id: row.id,
    token: row.token,
    project_name: row.project_name,
    invited_by_username: row.inviter_username,
    role: row.role,
    environment_count: environments.length,
    environments: environments.map((one) => ({ name: one.name, ...appearanceOf(one) })),
    invited_at: wireTime(row.created_at),
    expires_at: wireTime(row.expires_at),
    needs_link: row.sealed_to === null,
  }
}

/** @throws AppError NOT_FOUND for an invitation that was answered, canceled or has expired */
async function requireOpen(ctx: Context, projectId: number, emailCanonical: string): Promise<Invitation> {
  const invitation = await findInvitationTo(ctx, projectId, emailCanonical)
  if (!invitation || invitation.expires_at <= ctx.clock()) throw notFound()
  return invitation
}

/**
 * Whom the invitation is sealed to: the account that it found, or the mailed link. Earlier versions sealed it to the
 * account's personal tokens, too.
 */
async function holdersOf(tx: Tx, invitation: Invitation): Promise<Holders> {
  if (invitation.sealed_to !== null) {
    const own = await listPrincipalsOfUser(tx, invitation.sealed_to)
    return { principals: own.map(principalOf), recipients: own.filter(({ kind }) => kind === 'user') }
  }
  const link = linkOf(invitation)
  const row = link && (await findPrincipal(tx, link))
  // Both are written and deleted together.
  if (!link || !row || row.revoked === 1) throw new TamperedRowError('invitations', String(invitation.id))
  return { principals: [link], recipients: [row] }
}
