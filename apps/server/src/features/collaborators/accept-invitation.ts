import type { acceptInvitation as endpoint } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { type Token, tokenAuthHash, tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { reserveGrants } from '../grants/reserve-grants.ts'
import { transferGrants } from '../grants/transfer-grants.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { KeyNotGivenError } from '../keyring/open-environment-key.ts'
import { changePrincipal, deleteRevokedPrincipals, listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { findMembership, insertMembership, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { projectView } from '../projects/project-view.ts'
import { changeUser } from '../users/user-store.ts'
import { linkOf } from './end-invitation.ts'
import { noInvitation, provesAddress, readLink } from './invitation-of-link.ts'
import { deleteInvitation, type Invitation } from './invitation-store.ts'
import { notifyOwner } from './notify-owner.ts'
import { type Invited, requireInvitation } from './require-invitation.ts'

/** Who accepts, with what. */
interface Acceptance {
  readonly caller: SessionCaller
  readonly holder: KeyHolder
  readonly link: Token<'inv'> | null
}

/** Joins a project: its keys are there at once, but for what was sealed to a mailed link that is not at hand. */
export async function acceptInvitation(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, body, origin } = call
  const { project } = await requireInvitation(ctx, caller, params.token)
  const link = body.secret === undefined ? null : readLink(body.secret)
  const holder = await unlock(ctx, ring, call)
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([project.owner_id, caller.userId])
    const invited = await requireInvitation(tx, caller, params.token)
    return await join(tx, invited, { caller, holder, link })
  })
}

async function join(tx: Tx, invited: Invited, acceptance: Acceptance): Promise<OutputOf<typeof endpoint>> {
  const { invitation, project, user } = invited
  const { caller, link } = acceptance
  requireProved(invited, link)
  if (await findMembership(tx, project.id, user.id)) throw putBack(invitation)
  if (link && provesAddress(invitation)) await verifyAddress(tx, invited)
  const pending = await acceptGrants(tx, invitation, acceptance)
  await insertMembership(tx, {
    project_id: project.id,
    user_id: user.id,
    role: invitation.role,
    environments: invitation.environments,
    keys_pending: pending > 0 ? 1 : 0,
    invited_at: invitation.created_at,
    accepted_at: tx.clock(),
  })
  await deleteInvitation(tx.db, invitation.id)
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
  if (pending === 0)
    tx.record({
      ...event,
      type: 'collaborator_added',
      description: `${username} joined "${project.name}" (${invitation.role})`,
    })
  return { project: view, keys_pending: pending > 0 }
}

/** @throws AppError NOT_FOUND for another invitation's link, FORBIDDEN when nothing shows that the address is the caller's */
function requireProved({ invitation, user }: Invited, link: Token<'inv'> | null): void {
  if (link) {
    const isRight = sameBytes(tokenAuthHash(link), invitation.link_hash ?? new Uint8Array(32))
    if (!isRight || link.id !== invitation.link_id) throw noInvitation()
  } else if (user.email_verified_at === null)
    throw new AppError('FORBIDDEN', {
      message: 'Verify your e-mail address first, or follow the link in the invitation.',
    })
}

/** Whoever brings the secret of a mailed link reads the mail that it was in. */
async function verifyAddress(tx: Tx, { user }: Invited): Promise<void> {
  if (user.email_verified_at !== null) return
  if (!(await changeUser(tx, user, { email_verified_at: tx.clock() }))) throw noInvitation()
  const description = `${user.username} verified the e-mail address`
  tx.record({ type: 'email_verified', severity: 'low', description })
}

/**
 * Takes over what was sealed when the invitation was made: one way for each place where it may lie. What is not there any
 * more was taken back, and whoever shows the invitation again has put it into the database.
 * @returns how many environments the new member has to wait for
 */
async function acceptGrants(
  tx: Tx,
  invitation: Invitation,
  { caller, holder, link }: Acceptance,
): Promise<number> {
  const ids = sharedIn(invitation)
  const recipients = await listPrincipalsOfUser(tx, caller.userId)
  const unlessGone = (error: unknown) => {
    throw error instanceof KeyNotGivenError ? putBack(invitation) : error
  }
  const place = linkOf(invitation)
  if (invitation.sealed_to !== null) {
    if (invitation.sealed_to !== caller.userId) throw noInvitation()
    await grantEnvironments(tx, holder, recipients, ids).catch(unlessGone)
    return 0
  }
  if (!place) throw putBack(invitation)
  if (!link) {
    if (!(await changePrincipal(tx, place, { user_id: caller.userId }))) throw putBack(invitation)
    return await reserveGrants(tx, place, ids)
  }
  const opener = { userId: caller.userId, principal: place, keyPair: keyPairFromSeed(tokenSeed(link)) }
  await transferGrants(tx, opener, recipients, ids).catch(unlessGone)
  await changePrincipal(tx, place, { revoked: 1 })
  await deleteRevokedPrincipals(tx.db)
  return 0
}

const putBack = ({ id }: Invitation) => new TamperedRowError('invitations', String(id))
