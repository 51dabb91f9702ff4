import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/require-environments-of.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { listPeople } from '../projects/people-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { Offer } from './create-invitation.ts'
import { rejectKnownInvitee } from './reject-known-invitee.ts'

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
