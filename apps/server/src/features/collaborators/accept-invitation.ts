import * as contract from '@envhold/contract/collaborators/invitations.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { AppError, forbidden } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact, transactOnce } from '../audit-log/tx.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { findMembership, insertMembership, keysPending } from '../projects/membership-store.ts'
import { requireProject, requireRight } from '../projects/project-access.ts'
import { projectView } from '../projects/project-view.ts'
import { changeUser } from '../users/user-store.ts'
import { type Acceptance, acceptGrants, tamperedInvitation } from './accept-grants.ts'
import { endInvitationsOf } from './end-invitation.ts'
import {
  type Invited,
  lockInvitation,
  noInvitation,
  notifyOwner,
  provesEmail,
  readLink,
  requireInvitation,
} from './invitation-of-link.ts'
import { deleteInvitation } from './invitation-store.ts'

/** The invitee learns nothing about the owner's plan. */
const notJoinable = 'The owner cannot add collaborators at the moment.'

/** Joins a project. Its keys are available immediately, except those sealed to a mailed link that was not used. */
export const acceptInvitation = verb(contract.acceptInvitation, async (world: VaultWorld, call) => {
  const { caller, params, body, origin, reservation } = call
  const { token } = params
  const actor = actorOf(caller, origin)
  const before = await requireInvitation(world, caller, token)
  if (await hasAccess(world, before)) {
    await transact(world, actor, async (tx) => {
      const { project, user } = await lockInvitation(tx, caller, token)
      await endInvitationsOf(tx, project.id, user)
    })
    throw hasAccessAlready()
  }
  await requireJoinable(world, before)
  const link = body.secret === undefined ? null : readLink(body.secret)
  const holder = await unlock(world, call)
  return await transactOnce(world, actor, reservation, async (tx) => {
    const invited = await lockInvitation(tx, caller, token)
    if (await hasAccess(tx, invited)) throw hasAccessAlready()
    await requireJoinable(tx, invited)
    return await joinProject(tx, invited, { caller, holder, link })
  })
})

/** Their e-mail address may have changed since they were invited. */
async function hasAccess(
  ctx: DbContext<'secrets'>,
  { invitation, project, user }: Invited,
): Promise<boolean> {
  if (project.owner_id === user.id) return true
  const membership = await findMembership(ctx, project.id, user.id)
  // The invitation by which they joined was deleted then.
  if (membership?.invited_at === invitation.created_at) throw tamperedInvitation(invitation)
  return membership !== undefined
}

const hasAccessAlready = () =>
  new AppError('ALREADY_MEMBER', { message: 'You already have access to this project.' })

/** @throws AppError PROJECT_READ_ONLY */
async function requireJoinable(
  ctx: DbContext<'secrets' | 'clock'>,
  { invitation, project }: Invited,
): Promise<void> {
  if (invitation.held_at !== null) throw new AppError('PROJECT_READ_ONLY', { message: notJoinable })
  await requireRight(ctx, project.owner_id, 'extend access', notJoinable)
}

async function joinProject(
  tx: Tx,
  invited: Invited,
  acceptance: Acceptance,
): Promise<OutputOf<typeof contract.acceptInvitation>> {
  const { invitation, project, user } = invited
  const { caller, link } = acceptance
  await verifyInvitedEmail(tx, invited, link)
  const keys_pending = await acceptGrants(tx, invitation, acceptance)
  const waits = keys_pending === keysPending.ofAll
  await insertMembership(tx, {
    project_id: project.id,
    user_id: user.id,
    role: invitation.role,
    environments: invitation.environments,
    keys_pending,
    held_at: null,
    invited_at: invitation.created_at,
    accepted_at: tx.clock(),
  })
  await deleteInvitation(tx.db, invitation.id)
  await endInvitationsOf(tx, project.id, user)
  await notifyOwner(tx, 'accepted', invited)
  const access = await requireProject(tx, caller, project.id, 'read')
  const view = await projectView(tx, access)
  const event = { severity: 'medium', projectId: project.id } as const
  const { username } = user
  tx.record({
    ...event,
    type: 'invitation_accepted',
    description: `${username} accepted the invitation to "${project.name}"`,
  })
  if (!waits)
    tx.record({
      ...event,
      type: 'collaborator_added',
      description: `${username} joined "${project.name}" (${invitation.role})`,
    })
  return { project: view, keys_pending: waits }
}

/**
 * Requires that the caller owns the invited e-mail address: it is verified already, or the link proves it. A mailed
 * link also verifies the address.
 * @throws AppError NOT_FOUND for the link of another invitation, FORBIDDEN when nothing proves that the address is the
 *   caller's
 */
async function verifyInvitedEmail(tx: Tx, invited: Invited, link: Token<'inv'> | null): Promise<void> {
  requireProof(invited, link)
  const { invitation, user } = invited
  const isSameEmail = invitation.email_canonical === user.email_canonical
  if (link && isSameEmail && provesEmail(invitation)) await verifyEmailAddress(tx, invited)
}

function requireProof({ invitation, user }: Invited, link: Token<'inv'> | null): void {
  if (link) {
    const isCorrect = sameBytes(tokenAuthHash(link), invitation.link_hash ?? new Uint8Array(32))
    if (!isCorrect || link.id !== invitation.link_id) throw noInvitation()
  } else if (user.email_verified_at === null)
    throw forbidden('Verify your e-mail address first, or follow the link in the invitation.')
}

/** A caller who presents the secret of a mailed link reads the mail at that address. */
async function verifyEmailAddress(tx: Tx, { user }: Invited): Promise<void> {
  if (user.email_verified_at !== null) return
  if (!(await changeUser(tx, user, { email_verified_at: tx.clock() }))) throw noInvitation()
  const description = `${user.username} verified the e-mail address`
  tx.record({ type: 'email_verified', description })
}
