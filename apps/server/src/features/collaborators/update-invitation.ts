import type { Collaborator, updateInvitation as endpoint } from '@envhold/contract/collaborators.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import type { Keyring } from '../keyring/keyring.ts'
import {
  findPrincipal,
  listPrincipalsOfUser,
  type PrincipalRow,
  principalOf,
} from '../keyring/principal-store.ts'
import type { Invitation } from '../projects/invitation-mac.ts'
import { requireProject } from '../projects/project-access.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import { canonical } from '../users/canonical.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'
import { accessChange, unlockForChange } from './access-change.ts'
import { invitedView } from './collaborator-view.ts'
import { linkOf } from './end-invitation.ts'
import { changeInvitation, findInvitationTo } from './invitation-store.ts'
import { moveGrants } from './move-grants.ts'
import { requireAllowedChange } from './require-allowed-change.ts'

type Request = Call<typeof endpoint>

/** Each change can re-key every environment of the invitation. */
const perOwner: AttemptRule = { kind: 'invitation-change', limit: 120, windowMs: 3_600_000 }

/**
 * Changes what an open invitation offers. The invitee already has inactive grants of its environments: added
 * environments are granted now, and removed ones are re-keyed. Nobody is mailed, so changes cannot be used to mail
 * strangers. The invitation's page shows the current offer.
 */
export async function updateInvitation(ctx: Context, ring: Keyring, call: Request): Promise<Collaborator> {
  const { caller, params, body, origin } = call
  await requireProject(ctx, caller, params.id, 'secure')
  const emailCanonical = canonical(body.email)
  const before = await requireOpen(ctx, params.id, emailCanonical)
  await requireRateLimit(ctx, perOwner, String(caller.userId))
  const holder = await unlockForChange(ctx, ring, call, accessChange(body, before))
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId, before.sealed_to ?? caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'secure')
    const invitation = await requireOpen(tx, params.id, emailCanonical)
    // Ended and sent again meanwhile: it may be sealed to a user who is not locked here.
    if (invitation.id !== before.id) throw notFound()
    const change = accessChange(body, invitation)
    const { role, environments } = change
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: Invitation) => invitedView(row, (id) => existing.includes(id))
    if (change.isNone) return view(invitation)
    await requireAllowedChange(tx, caller, project, change)
    const recipients = await recipientsOf(tx, invitation)
    await moveGrants(tx, holder, change, { principals: recipients.map(principalOf), recipients })
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

const notFound = () =>
  new AppError('NOT_FOUND', { message: 'There is no invitation for this e-mail address.' })

/** @throws AppError NOT_FOUND for an invitation that was answered, cancelled or has expired */
async function requireOpen(ctx: Context, projectId: number, emailCanonical: string): Promise<Invitation> {
  const invitation = await findInvitationTo(ctx, projectId, emailCanonical)
  if (!invitation || invitation.expires_at <= ctx.clock()) throw notFound()
  return invitation
}

/** The principals that the invitation is sealed to: the account that it found, or the mailed link. */
async function recipientsOf(tx: Tx, invitation: Invitation): Promise<PrincipalRow[]> {
  if (invitation.sealed_to !== null) return await listPrincipalsOfUser(tx, invitation.sealed_to)
  const link = linkOf(invitation)
  const row = link && (await findPrincipal(tx, link))
  // Both are written and deleted together.
  if (!row || row.revoked === 1) throw new TamperedRowError('invitations', String(invitation.id))
  return [row]
}
