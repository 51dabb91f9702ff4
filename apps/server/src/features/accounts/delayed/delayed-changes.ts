/** Changes of an account that take effect later unless they are stopped. */

import * as contract from '@envhold/contract/accounts/delayed-changes.ts'
import { AppError } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { delayedChangeView, stopChanges } from './delay-change.ts'
import { listDelayedChangesOf } from './delayed-change-store.ts'

export const listDelayedChanges = verb(contract.listDelayedChanges, async (ctx, { caller: { userId } }) => ({
  changes: (await listDelayedChangesOf(ctx, userId)).map(delayedChangeView),
}))

/** Stops a change from any session of the account. This needs no step-up: it only protects. */
export const stopDelayedChange = verb(
  contract.stopDelayedChange,
  async (ctx, { caller: { userId }, params, origin }) => {
    await transact(ctx, { userId, origin }, async (tx) => {
      await tx.lock([userId])
      const user = await findUser(tx, userId)
      if (!user || (await stopChanges(tx, user, params.id)) === 0)
        throw new AppError('NOT_FOUND', { message: 'This change was stopped or has already taken effect.' })
    })
    return { message: 'The change is stopped.' }
  },
)
