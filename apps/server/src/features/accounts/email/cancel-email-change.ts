import type { cancelEmailChange as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { deleteEmailTokensOf } from '../../users/email-token-store.ts'
import { deletePendingChange } from './email-change-store.ts'

/** Cancels the change that waits for its confirmation, if there is one. */
export async function cancelEmailChange(
  ctx: Context,
  { caller: { userId, username }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (!(await deletePendingChange(tx.db, userId))) return
    await deleteEmailTokensOf(tx.db, userId, ['confirm-email'])
    const description = `${username} canceled the change of the e-mail address`
    tx.record({ type: 'account_updated', severity: 'low', description })
  })
  return { message: 'Your e-mail address stays as it is.' }
}
