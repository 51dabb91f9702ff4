import { unsuspendAccount } from '../../accounts/unsuspend-account.ts'
import { startClocks } from '../../archive/phase/clocks.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { recordOperatorAct } from './operator-act-store.ts'
import { requireMayAct } from './require-may-act.ts'

/**
 * Ends a suspension, and lets the clocks go on.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function unsuspendUser(tx: Tx, id: number, reason = ''): Promise<User> {
  await requireMayAct(tx, id, 'user.unsuspend')
  const active = await unsuspendAccount(tx, { id }, reason)
  await startClocks(tx, id)
  await recordOperatorAct(tx, { userId: id, act: 'unsuspend', reason: reason.trim(), details: {} })
  return active
}
