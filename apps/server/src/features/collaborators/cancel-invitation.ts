import type { cancelInvitation as endpoint } from '@envhold/contract/collaborators.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { canonical } from '../users/canonical.ts'
import { endInvitation } from './end-invitation.ts'
import { findInvitationTo } from './invitation-store.ts'

const notFound = () =>
  new AppError('NOT_FOUND', { message: 'There is no invitation for this e-mail address.' })

/** Stops the invitation's link at once and revokes what was sealed for it. */
export async function cancelInvitation(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<void> {
  const { caller, params, body, origin } = call
  await requireProject(ctx, caller, params.id, 'secure')
  const holder = await unlockIfGiven(ctx, ring, call)
  const by = actedBy(caller, origin)
  const emailCanonical = canonical(body.email)
  const before = await findInvitationTo(ctx, params.id, emailCanonical)
  if (!before) throw notFound()
  await transact(ctx, by, async (tx) => {
    await tx.lock([caller.userId, before.sealed_to ?? caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'secure')
    const invitation = await findInvitationTo(tx, params.id, emailCanonical)
    if (invitation?.id !== before.id) throw notFound()
    await endInvitation(tx, invitation, holder)
    tx.record({
      type: 'invitation_canceled',
      severity: 'low',
      description: `Cancelled the invitation of ${invitation.email} to "${project.name}"`,
      projectId: project.id,
    })
  })
}
