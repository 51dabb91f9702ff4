import { randomBytes } from 'node:crypto'
import { type inviteCollaborator as endpoint, invitationDays } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { unlimited } from '@envhold/contract/plans.ts'
import { encodeBase62 } from '@envhold/integrity/base62.ts'
import { type NewToken, newToken } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context, Within } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { insertPrincipal, listPrincipalsOfUser, type PrincipalRow } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf } from '../plans/limits.ts'
import { environmentsText, findMembership, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import { canonical } from '../users/canonical.ts'
import { nameIdentity } from '../users/name-identity.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'
import { findUserByAddress, type User } from '../users/user-store.ts'
import { endInvitation } from './end-invitation.ts'
import { findInvitationTo, type Invitation, insertInvitation, listPeopleOf } from './invitation-store.ts'
import { invitationLink, mailInvitation } from './mail-invitation.ts'
import { requireShareable } from './require-shareable.ts'
import { requireEnvironmentsOf } from './shared-environments.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Each sends a mail to somebody who may not have asked for it. */
const perInviter: AttemptRule = { kind: 'invite', limit: 60, windowMs: hourMs }
const perPair: AttemptRule = { kind: 'invite-address', limit: 10, windowMs: dayMs }
/** Of everybody together, and so high that no one inviter fills it. */
const perInvited: AttemptRule = { kind: 'invited', limit: 50, windowMs: dayMs }

const messages = {
  isMember: 'This user is already a collaborator on this project.',
  isInvited:
    'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.',
}

type Request = Call<typeof endpoint>

/**
 * Invites somebody to chosen environments. Their keys are sealed at once: to the account where it has a vault, which is not
 * let in before it accepts, else to the key pair of the link. The link's secret is in the mail and nowhere else; without a
 * mail server it is in the answer and nowhere else, for the inviter to hand over.
 */
export async function inviteCollaborator(
  ctx: Context,
  ring: Keyring,
  call: Request,
): Promise<OutputOf<typeof endpoint>['invitation']> {
  const { caller, params, body, origin } = call
  const { project } = await requireProject(ctx, caller, params.id, 'own')
  requireShareable(caller, body.role)
  const holder = await unlock(ctx, ring, call)
  await requireRateLimit(ctx, perInviter, String(caller.userId))
  const invited = nameIdentity(canonical(body.email))
  await requireRateLimit(ctx, perPair, `${caller.userId}/${invited}`)
  await requireRateLimit(ctx, perInvited, invited)
  const link = newToken('inv')
  const invitation = await transact(ctx, actedBy(caller, origin), (tx) => invite(tx, call, holder, link))
  const sent = await mailInvitation(ctx, { invitation, project, secret: link.text })
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    environments: sharedIn(invitation),
    invited_at: wireTime(invitation.created_at),
    expires_at: wireTime(invitation.expires_at),
    mailed: sent && ctx.mail.hasServer,
    link: ctx.mail.hasServer ? null : invitationLink(ctx, link.text),
  }
}

async function invite(
  tx: Tx,
  { caller, params, body }: Request,
  holder: KeyHolder,
  link: NewToken<'inv'>,
): Promise<Invitation> {
  const address = canonical(body.email)
  const account = await findUserByAddress(tx, address)
  await tx.lock(account ? [caller.userId, account.id] : [caller.userId])
  const { project } = await requireProject(tx, caller, params.id, 'own')
  await rejectKnown(tx, project, address, account)
  await requireRoomFor(tx, project.owner_id, address)
  await requireEnvironmentsOf(tx, project.id, body.environments)
  const ofAccount = account ? await listPrincipalsOfUser(tx, account.id) : []
  // An account that has not proved its address may be somebody else's: then only the mail finds the right one.
  const isProved = account !== undefined && account.email_verified_at !== null
  const hasVault = isProved && ofAccount.some(({ kind }) => kind === 'user')
  const recipients = hasVault ? ofAccount : [await insertLink(tx, project, link)]
  await grantEnvironments(tx, holder, recipients, body.environments)
  const now = tx.clock()
  const invitation = await insertInvitation(tx, {
    token: encodeBase62(randomBytes(16), 22),
    project_id: project.id,
    inviter_id: caller.userId,
    email: body.email.normalize('NFC'),
    email_canonical: address,
    role: body.role,
    environments: environmentsText(body.environments),
    sealed_to: hasVault ? account.id : null,
    link_id: link.id,
    link_hash: link.authHash,
    handed_over: tx.mail.hasServer ? 0 : 1,
    created_at: now,
    expires_at: now + invitationDays * dayMs,
  })
  tx.record({
    type: 'user_invited',
    severity: 'medium',
    description: `Invited ${invitation.email} to "${project.name}" (${body.role})`,
    projectId: project.id,
  })
  return invitation
}

const insertLink = (
  tx: Within<'secrets'>,
  project: OwnedProject,
  link: NewToken<'inv'>,
): Promise<PrincipalRow> =>
  insertPrincipal(tx, {
    kind: 'invitation',
    id: link.id,
    user_id: project.owner_id,
    project_id: project.id,
    all_environments: 0,
    public_key: keyPairFromSeed(link.seed).publicKey,
  })

/** Rejects who is a collaborator or invited already. An earlier invitation that has expired is ended. */
async function rejectKnown(tx: Tx, project: OwnedProject, address: string, account: User | undefined) {
  if (account?.id === project.owner_id)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'email', message: 'This is your own address: the project is yours already' }],
    })
  if (account && (await findMembership(tx, project.id, account.id)))
    throw new AppError('CONFLICT', { message: messages.isMember })
  const before = await findInvitationTo(tx, project.id, address)
  if (!before) return
  if (before.expires_at > tx.clock()) throw new AppError('CONFLICT', { message: messages.isInvited })
  await endInvitation(tx, before, null)
  tx.record({ ...expiredEvent(before), userId: null, origin: null })
}

/** What is said of an invitation that nobody answered in time. */
export const expiredEvent = ({ email, project_id }: Invitation) =>
  ({
    type: 'invitation_expired',
    severity: 'low',
    description: `The invitation of ${email} expired`,
    projectId: project_id,
  }) as const

/** A person counts once, over all projects of an owner. @throws AppError LIMIT_REACHED */
async function requireRoomFor(tx: Tx, ownerId: number, address: string): Promise<void> {
  const { max_collaborators: max } = await planOf(tx, ownerId)
  if (max === unlimited) return
  const people = await listPeopleOf(tx.db, ownerId, tx.clock())
  if (!people.has(address) && people.size >= max)
    throw new AppError('LIMIT_REACHED', { message: `Collaborator limit reached (${people.size}/${max})` })
}
