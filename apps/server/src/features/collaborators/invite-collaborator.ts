import type { inviteCollaborator as endpoint } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { newToken } from '@envhold/integrity/token.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transactOnce } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { canonical } from '../users/canonical.ts'
import { findUserByEmail } from '../users/user-store.ts'
import { createInvitation } from './create-invitation.ts'
import { mailInvitation } from './mail-invitation.ts'
import { requireInvitable } from './require-invitable.ts'
import { requireInviteRate } from './require-invite-rate.ts'
import { requireShareable } from './require-shareable.ts'

/**
 * Invites a person to chosen environments. The link's secret is only in the mail; without a mail server it is only in
 * the response, for the inviter to hand over.
 */
export async function inviteCollaborator(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>['invitation']> {
  const { caller, params, body, origin, reservation } = call
  const { email, role, environments } = body
  const emailCanonical = canonical(email)
  const { project } = await requireProject(ctx, caller, params.id, 'widen')
  requireShareable(caller, role)
  const holder = await unlock(ctx, ring, call)
  const mayMail = await requireInviteRate(ctx, caller.userId, emailCanonical)
  const link = newToken('inv')
  const invitation = await transactOnce(ctx, actedBy(caller, origin), reservation, async (tx) => {
    const account = await findUserByEmail(tx, emailCanonical)
    await tx.lock(account ? [caller.userId, account.id] : [caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'widen')
    await requireInvitable(tx, project, { emailCanonical, account, environments })
    const offer = { email, emailCanonical, account, role, environments, link }
    const created = await createInvitation(tx, holder, project, offer)
    tx.created(created.id)
    tx.record({
      type: 'user_invited',
      severity: 'medium',
      description: `Invited ${created.email} to "${project.name}" (${role})`,
      projectId: project.id,
    })
    return created
  })
  return await mailInvitation(ctx, { invitation, project, secret: link.text, mayMail })
}
