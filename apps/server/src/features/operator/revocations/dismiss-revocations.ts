import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { dismissRevocations as endpoint } from '@envhold/contract/operator/revocations.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { dismissPending, isAccountPending } from './pending-revocation-store.ts'

/**
 * Empties the list. An operator who is on it may be one only because of the restore, so another one decides.
 * @throws AppError FORBIDDEN
 */
export const dismissRevocations = (
  ctx: Context,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> =>
  transact(ctx, actedBy(caller, origin), async (tx) => {
    if (await isAccountPending(tx.db, caller.userId))
      throw new AppError('FORBIDDEN', { message: 'Your own account is on this list. Ask another operator.' })
    const dismissed = await dismissPending(tx.db)
    if (dismissed > 0)
      tx.record({
        type: 'revocations_dismissed',
        severity: 'high',
        description: `Dismissed ${dismissed} revocations that a restored backup lacks`,
      })
    return { message: 'The list is empty. Everything stays as the backup has it.' }
  })
