import { randomBytes } from 'node:crypto'
import { type CollaboratorRole, invitationDays } from '@envhold/contract/collaborators/collaborators.ts'
import { encodeBase62 } from '@envhold/integrity/base62.ts'
import type { NewToken } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, fieldError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/environment-access.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { findPrincipal, insertPrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { listCountedCollaborators } from '../projects/compliance-state-store.ts'
import { environmentsText, findMembership } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import { type AttemptRule, raiseAttempts } from '../users/attempt-store.ts'
import { mailboxOf, nameIdentity } from '../users/canonical.ts'
import type { User } from '../users/user-store.ts'
import { endInvitation, expiredEvent } from './end-invitation.ts'
import { insertInvitation, listInvitationsOfInvitee } from './invitation-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The access that an invitation offers, and to which e-mail address. */
export interface Offer {
  readonly email: string
  /** The canonical e-mail address. */
  readonly emailCanonical: string
  readonly account: User | undefined
  readonly role: CollaboratorRole
  readonly environments: readonly number[]
  readonly link: NewToken<'inv'>
}

/**
 * Checks that a project may invite this person to these environments. A person counts once across all projects of an
 * owner.
 * @throws AppError CONFLICT, LIMIT_REACHED, VALIDATION_FAILED
 */
export async function requireInvitable(
  tx: Tx,
  project: OwnedProject,
  { emailCanonical, account, environments }: Pick<Offer, 'emailCanonical' | 'account' | 'environments'>,
): Promise<void> {
  await rejectKnownInvitee(tx, project, emailCanonical, account)
  const people = await listCountedCollaborators(tx.db, project.owner_id, tx.clock())
  if (!people.some(({ email }) => email === emailCanonical))
    requireRoom(await planOf(tx, project.owner_id), 'collaborators', people.length)
  await requireEnvironmentsOf(tx, project.id, environments, 'environments')
}

/** Rejects an invitee who is a collaborator or invited already. Ends an earlier invitation that has expired. */
async function rejectKnownInvitee(
  tx: Tx,
  project: OwnedProject,
  emailCanonical: string,
  account: User | undefined,
): Promise<void> {
  if (account?.id === project.owner_id)
    throw fieldError('email', 'This is your own e-mail address, and you already own this project')
  if (account && (await findMembership(tx, project.id, account.id))) throw new AppError('ALREADY_MEMBER')
  for (const before of await listInvitationsOfInvitee(tx, project.id, emailCanonical, account?.id)) {
    if (before.expires_at > tx.clock()) throw new AppError('ALREADY_INVITED')
    await endInvitation(tx, before, null)
    tx.record({ ...expiredEvent(before), userId: null, origin: null })
  }
}

/**
 * Inserts an invitation and seals its environments: to the account if it has a vault and a verified e-mail address,
 * otherwise to the key pair of the link. An account with an unverified address may belong to another person, so only
 * the mail reaches the right one. The account's personal tokens follow on acceptance: the owner does not know how many
 * there are.
 */
export async function createInvitation(
  tx: Tx,
  holder: KeyHolder,
  project: OwnedProject,
  { email, emailCanonical, account, role, environments, link }: Offer,
): ReturnType<typeof insertInvitation> {
  const invitee =
    account && account.email_verified_at !== null
      ? await findPrincipal(tx, { kind: 'user', id: account.id })
      : undefined
  await grantEnvironments(tx, holder, [invitee ?? (await insertLink(tx, project, link))], environments)
  const now = tx.clock()
  return await insertInvitation(tx, {
    token: encodeBase62(randomBytes(16), 22),
    project_id: project.id,
    inviter_id: holder.userId,
    email: email.normalize('NFC'),
    email_canonical: emailCanonical,
    role,
    environments: environmentsText(environments),
    sealed_to: account && invitee ? account.id : null,
    link_id: link.id,
    link_hash: link.authHash,
    handed_over: tx.mail.hasServer ? 0 : 1,
    held_at: null,
    created_at: now,
    expires_at: now + invitationDays * dayMs,
  })
}

/** Makes the mailed link of an invitation a principal, to which environments can be sealed. */
const insertLink = (tx: Tx, project: OwnedProject, link: NewToken<'inv'>): Promise<PrincipalRow> =>
  insertPrincipal(tx, {
    kind: 'invitation',
    id: link.id,
    user_id: project.owner_id,
    project_id: project.id,
    all_environments: 0,
    public_key: keyPairFromSeed(link.seed).publicKey,
  })

/** Limits an inviter, because each invitation mails a person who may not have asked for it. */
const perInviter: AttemptRule = { kind: 'invite', limit: 60, windowMs: hourMs }
const perPair: AttemptRule = { kind: 'invite-address', limit: 10, windowMs: dayMs }
/** Mails to one invitee's mailbox, from all inviters together. */
const perInvited: AttemptRule = { kind: 'invited', limit: 50, windowMs: dayMs }

/**
 * Counts an invitation to an e-mail address.
 * @param emailCanonical canonical
 * @returns whether it may be mailed. Strangers who invite a person many times stop the mails, and nobody's invitation.
 * @throws AppError RATE_LIMITED
 */
export async function requireInviteRate(
  ctx: DbContext<'clock'>,
  inviterId: number,
  emailCanonical: string,
): Promise<boolean> {
  const invited = nameIdentity(emailCanonical)
  await requireRateLimit(ctx, perInviter, String(inviterId))
  await requireRateLimit(ctx, perPair, `${inviterId}/${invited}`)
  const mailbox = nameIdentity(mailboxOf(emailCanonical))
  return (await raiseAttempts(ctx, perInvited, mailbox)).count <= perInvited.limit
}
