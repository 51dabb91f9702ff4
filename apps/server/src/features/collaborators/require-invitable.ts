import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/require-environments-of.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { Offer } from './create-invitation.ts'
import { listPeopleOf } from './invitation-store.ts'
import { rejectKnownInvitee } from './reject-known-invitee.ts'

/**
 * Whether a project may invite a user to these environments. A user counts once, over all projects of an owner.
 * @throws AppError CONFLICT, LIMIT_REACHED, VALIDATION_FAILED
 */
export async function requireInvitable(
  tx: Tx,
  project: OwnedProject,
  { address, account, environments }: Pick<Offer, 'address' | 'account' | 'environments'>,
): Promise<void> {
  await rejectKnownInvitee(tx, project, address, account)
  const people = await listPeopleOf(tx.db, project.owner_id, tx.clock())
  if (!people.has(address)) requireRoom(await planOf(tx, project.owner_id), 'collaborators', people.size)
  await requireEnvironmentsOf(tx, project.id, environments, 'environments')
}
