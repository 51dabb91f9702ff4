import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { findMembership } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { User } from '../users/user-store.ts'
import { endInvitation, expiredEvent } from './end-invitation.ts'
import { findInvitationTo } from './invitation-store.ts'

/** Rejects an invitee who is a collaborator or invited already. Ends an earlier invitation that has expired. */
export async function rejectKnownInvitee(
  tx: Tx,
  project: OwnedProject,
  emailCanonical: string,
  account: User | undefined,
): Promise<void> {
  if (account?.id === project.owner_id)
    throw new AppError('VALIDATION_FAILED', {
      details: [
        { path: 'email', message: 'This is your own e-mail address, and you already own this project' },
      ],
    })
  if (account && (await findMembership(tx, project.id, account.id))) throw new AppError('ALREADY_MEMBER')
  const before = await findInvitationTo(tx, project.id, emailCanonical)
  if (!before) return
  if (before.expires_at > tx.clock()) throw new AppError('ALREADY_INVITED')
  await endInvitation(tx, before, null)
  tx.record({ ...expiredEvent(before), userId: null, origin: null })
}
