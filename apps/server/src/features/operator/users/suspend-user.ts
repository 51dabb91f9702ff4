import { suspendAccount } from '../../accounts/suspend-account.ts'
import { unsuspendAccount } from '../../accounts/unsuspend-account.ts'
import { startClocks, stopClocks } from '../../archive/phase/clocks.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { recordOperatorAct } from './operator-act-store.ts'

type Account = Pick<User, 'id'>

/**
 * Confines an active account and stops the clocks of its grace period and its archive.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, FORBIDDEN for the last operator
 */
export async function suspendUser(tx: Tx, { id }: Account, reason: string): Promise<User> {
  const suspended = await suspendAccount(tx, { id }, reason)
  await stopClocks(tx, id)
  await recordOperatorAct(tx, { userId: id, act: 'suspend', reason: reason.trim(), details: {} })
  return suspended
}

/**
 * Ends a suspension, and lets the clocks go on.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT
 */
export async function unsuspendUser(tx: Tx, { id }: Account, reason = ''): Promise<User> {
  const active = await unsuspendAccount(tx, { id }, reason)
  await startClocks(tx, id)
  await recordOperatorAct(tx, { userId: id, act: 'unsuspend', reason: reason.trim(), details: {} })
  return active
}
