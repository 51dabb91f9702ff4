import { graceExtension } from '@envhold/contract/operator/users.ts'
import { AppError } from '../../../app-error.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { operatorOf } from '../../accounts/operator-of.ts'
import { restoreWindowMs } from '../../accounts/sweep-accounts.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { recordOperatorAct } from './operator-act-store.ts'
import { requireMayAct } from './require-may-act.ts'

interface Extended {
  readonly user: User
  readonly endsAt: number
}

/**
 * Extends the time in which the owner of a deleted account can restore it. It starts at `deleted_at`, so that is moved:
 * the sweep, the sign-in and the lists all compute the end from there.
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function extendGracePeriod(tx: Tx, id: number, days: number): Promise<Extended> {
  const user = await requireMayAct(tx, id, 'user.force_delete')
  if (user.status !== 'INACTIVE' || user.deleted_at === null)
    throw new AppError('CONFLICT', { message: 'Only an inactive account has a grace period.' })
  const now = tx.clock()
  const before = user.deleted_at + restoreWindowMs
  // One that has ended, and that the next sweep would delete, counts from now.
  const endsAt = Math.max(before, now) + daysMs(days)
  if (endsAt > now + daysMs(graceExtension.maxDays))
    throw new AppError('CONFLICT', {
      message: `A grace period ends at most ${graceExtension.maxDays} days from now. This one ends ${wireTime(before).slice(0, 10)}.`,
    })
  const extended = await changeUser(tx, user, { deleted_at: endsAt - restoreWindowMs })
  if (!extended)
    throw new AppError('CONFLICT', { message: 'The account was changed at the same time. Try again.' })
  const details = { days, ends_at: wireTime(endsAt) }
  await recordOperatorAct(tx, { userId: id, act: 'extend_grace', reason: '', details })
  tx.record({
    type: 'account_grace_extended',
    severity: 'low',
    description: `${operatorOf(tx)} extended the time to restore the account by ${days} days`,
    userId: id,
    origin: null,
  })
  return { user: extended, endsAt }
}
