import type { UserCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/environment-access.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { requireRight } from '../projects/require-right.ts'
import type { AccessChange } from './access-change.ts'
import { requireShareable } from './require-shareable.ts'

/** @throws AppError FORBIDDEN, PROJECT_READ_ONLY, VALIDATION_FAILED */
export async function requireAllowedChange(
  tx: Tx,
  caller: UserCaller,
  project: OwnedProject,
  { role, isRaised, added }: AccessChange,
): Promise<void> {
  if (isRaised || added.length > 0) {
    requireShareable(caller, role)
    await requireRight(tx, project.owner_id, 'widen')
  }
  await requireEnvironmentsOf(tx, project.id, added, 'environments')
}
