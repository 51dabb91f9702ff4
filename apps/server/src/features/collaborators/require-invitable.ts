import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/environment-access.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { findMembership } from '../projects/membership-store.ts'
import { listPeople } from '../projects/people-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { User } from '../users/user-store.ts'
import type { Offer } from './create-invitation.ts'
import { endInvitation, expiredEvent } from './end-invitation.ts'
import { findInvitationTo } from './invitation-store.ts'

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
  const people = await listPeople(tx.db, project.owner_id, tx.clock())
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
