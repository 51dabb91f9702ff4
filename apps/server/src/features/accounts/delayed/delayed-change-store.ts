import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { delayedChanges } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type DelayedChange = Row<'delayed_changes'>

export const delayedChangeMac = delayedChanges.mac

const stored = signedRows(delayedChanges)

/** @throws a unique violation when the account has one of this kind */
export const insertDelayedChange = (ctx: TrxContext<'secrets'>, change: Omit<DelayedChange, 'mac'>) =>
  stored.insert(ctx, change)

export const listDelayedChangesOf = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(ctx, { user_id: userId }, { orderBy: ['due_at'] })

/** The ids of changes that are due at a time, in all accounts. */
export async function listDueChanges(db: Db, at: number): Promise<Pick<DelayedChange, 'id' | 'user_id'>[]> {
  return await db
    .selectFrom('delayed_changes')
    .select(['id', 'user_id'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .execute()
}

/** Stores that the last mail before the change was queued. */
export const markReminded = (db: Trx, id: string, at: number) =>
  stored.touch({ db }, { id }, { reminded_at: at })

/** Deletes the notice that second factors were removed. @param id only if this is its id @returns whether there was one */
export const deleteRemovalNotice = async (trx: Trx, user_id: number, id?: string) =>
  (await stored.remove(
    { db: trx },
    { user_id, kind: 'factors-removed', ...(id !== undefined && { id }) },
  )) === 1

/** @returns whether it was still there */
export const deleteDelayedChange = async (trx: Trx, id: string) =>
  (await stored.remove({ db: trx }, { id })) === 1
