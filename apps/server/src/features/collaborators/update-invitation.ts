import type { Collaborator, updateInvitation as endpoint } from '@envhold/contract/collaborators.ts'
import { may } from '@envhold/contract/roles.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import { requireEnvironmentsOf } from '../environments/require-environments-of.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import {
  findPrincipal,
  listPrincipalsOfUser,
  type PrincipalRow,
  principalOf,
} from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { unlockIfGiven } from '../keyring/unlock-if-given.ts'
import { environmentsText, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import { canonical } from '../users/canonical.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'
import { invitedView } from './collaborator-view.ts'
import { linkOf } from './end-invitation.ts'
import { changeInvitation, findInvitationTo, type Invitation } from './invitation-store.ts'
import { requireShareable } from './require-shareable.ts'

type Request = Call<typeof endpoint>

/** Each change can re-key every environment of the invitation. */
const perOwner: AttemptRule = { kind: 'invitation-change', limit: 120, windowMs: 3_600_000 }

/** What a request changes about an invitation, as the invitation is now. */
function changesOf({ body }: Pick<Request, 'body'>, invitation: Invitation) {
  const had = sharedIn(invitation)
  const wanted = body.environments ?? had
  const role = body.role ?? invitation.role
  return {
    role,
    environments: environmentsText(wanted),
    added: wanted.filter((id) => !had.includes(id)),
    removed: had.filter((id) => !wanted.includes(id)),
    isRaised: may(role, 'write') && !may(invitation.role, 'write'),
  }
}

/**
 * Changes what a pending invitation will give. The invitee holds the keys of its environments already, inactive: they
 * get those of added environments now, and removed ones are re-keyed. Nobody is mailed, so that changes cannot be used
 * to send mails to strangers: the page of the invitation shows what it gives now.
 */
export async function updateInvitation(ctx: Context, ring: Keyring, call: Request): Promise<Collaborator> {
  const { caller, params, body, origin } = call
  await requireProject(ctx, caller, params.id, 'own')
  const address = canonical(body.email)
  const before = await requireOpen(ctx, params.id, address)
  await requireRateLimit(ctx, perOwner, String(caller.userId))
  const holder =
    changesOf(call, before).added.length > 0
      ? await unlock(ctx, ring, call)
      : await unlockIfGiven(ctx, ring, call)
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId, before.sealed_to ?? caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'own')
    const invitation = await requireOpen(tx, params.id, address)
    // Ended and sent again meanwhile: what it is sealed to may be somebody who is not locked here.
    if (invitation.id !== before.id) throw notFound()
    const changes = changesOf(call, invitation)
    const { role, environments, added } = changes
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: Invitation) => invitedView(row, (id) => existing.includes(id))
    if (role === invitation.role && environments === invitation.environments) return view(invitation)
    if (changes.isRaised || added.length > 0) requireShareable(caller, role)
    await requireEnvironmentsOf(tx, project.id, added, 'environments')
    await moveKeys(tx, invitation, changes, holder)
    const changed = await changeInvitation(tx, invitation, { role, environments })
    tx.record({
      type: 'user_role_changed',
      severity: 'medium',
      description: `Changed the invitation of ${invitation.email} to "${project.name}" (${role})`,
      projectId: project.id,
    })
    return view(changed)
  })
}

const notFound = () => new AppError('NOT_FOUND', { message: 'There is no invitation to this address.' })

/** @throws AppError NOT_FOUND for an invitation that was answered, canceled or has expired */
async function requireOpen(ctx: Context, projectId: number, address: string): Promise<Invitation> {
  const invitation = await findInvitationTo(ctx, projectId, address)
  if (!invitation || invitation.expires_at <= ctx.clock()) throw notFound()
  return invitation
}

async function moveKeys(
  tx: Tx,
  invitation: Invitation,
  { added, removed }: ReturnType<typeof changesOf>,
  holder: KeyHolder | null,
): Promise<void> {
  await tx.hold([...added, ...removed])
  const recipients = await recipientsOf(tx, invitation)
  const principals = recipients.map(principalOf)
  await revokeEnvironments(tx, { principals, environmentIds: removed, holder })
  if (added.length === 0) return
  if (!holder) throw new AppError('MASTER_PASSWORD_REQUIRED')
  await grantEnvironments(tx, holder, recipients, added)
}

/** Whom the invitation is sealed to: the account that it found, or the mailed link. */
async function recipientsOf(tx: Tx, invitation: Invitation): Promise<PrincipalRow[]> {
  if (invitation.sealed_to !== null) return await listPrincipalsOfUser(tx, invitation.sealed_to)
  const link = linkOf(invitation)
  const row = link && (await findPrincipal(tx, link))
  // The two are written and deleted together.
  if (!row || row.revoked === 1) throw new TamperedRowError('invitations', String(invitation.id))
  return [row]
}
