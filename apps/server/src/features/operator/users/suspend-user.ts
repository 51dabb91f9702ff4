import { suspendAccount } from '../../accounts/suspend-account.ts'
import { stopClocks } from '../../archive/phase/clocks.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { recordOperatorAct } from './operator-act-store.ts'
import { requireMayAct } from './require-may-act.ts'

/**
 * Confines an active account and stops the clocks of its grace period and its archive.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN for the own account and the last operator
 */
export async function suspendUser(tx: Tx, id: number, reason: string): Promise<User> {
  await requireMayAct(tx, id, 'user.suspend')
  const suspended = await suspendAccount(tx, { id }, reason)
  await stopClocks(tx, id)
  await recordOperatorAct(tx, { userId: id, act: 'suspend', reason: reason.trim(), details: {} })
  return suspended
}
