/** What was revoked after the backup that was restored. */
import * as contract from '@envhold/contract/operator/revocations.ts'
import { forbidden } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { offsetOf, paginationOf } from '../paging.ts'
import { countPending, dismissPending, isAccountPending, listPending } from './pending-revocation-store.ts'
import { wireRevocations } from './wire-revocations.ts'

export const listRevocations = verb(contract.listRevocations, async ({ db }, { query }) => {
  const { counts, total } = await countPending(db)
  const rows = await listPending(db, { limit: query.limit, offset: offsetOf(query) })
  return { revocations: await wireRevocations(db, rows), counts, pagination: paginationOf(query, total) }
})

/** Empties the list. An operator who is on it may be one only because of the restore, so another one decides. */
export const dismissRevocations = verb(contract.dismissRevocations, (ctx, { caller, origin }) =>
  transact(ctx, actorOf(caller, origin), async (tx) => {
    if (await isAccountPending(tx.db, caller.userId))
      throw forbidden('Your own account is on this list. Ask another operator.')
    const dismissed = await dismissPending(tx.db)
    if (dismissed > 0)
      tx.record({
        type: 'revocations_dismissed',
        description: `Dismissed ${dismissed} revocations that a restored backup lacks`,
      })
    return { message: 'The list is empty. Everything stays as the backup has it.' }
  }),
)
