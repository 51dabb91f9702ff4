import type { stopDelayedChange as endpoint } from '@envhold/contract/delayed-changes.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { stopChanges } from './stop-changes.ts'

/** Stops a change from any session of the account. This needs no step-up: it only protects. */
export async function stopDelayedChange(
  ctx: Context,
  { caller: { userId }, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user || (await stopChanges(tx, user, params.id)) === 0)
      throw new AppError('NOT_FOUND', { message: 'This change was stopped or has already taken effect.' })
  })
  return { message: 'The change is stopped.' }
}
