import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { emailChanges } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { undoEmailMs } from '../../users/reserved-email-store.ts'

export type EmailChange = Row<'email_changes'>

export const emailChangeMac = emailChanges.mac

const stored = signedRows(emailChanges)

/** The change that waits for its confirmation. An account has at most one. */
export const findPendingChange = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.find(ctx, { user_id: userId, confirmed_at: null })

/** Stores a change in place of one that waits for its confirmation. */
export async function replacePendingChange(ctx: TrxContext<'secrets'>, change: Omit<EmailChange, 'mac'>) {
  await deletePendingChange(ctx.db, change.user_id)
  await stored.insert(ctx, change)
}

/** @returns whether there was one */
export const deletePendingChange = async (db: Db, userId: number) =>
  (await stored.remove({ db }, { user_id: userId, confirmed_at: null })) > 0

/** Stores that the new address is that of the account. From now on the change can be undone. */
export const markConfirmed = (ctx: TrxContext<'secrets'>, change: EmailChange, at: number) =>
  stored.change(ctx, change, { confirmed_at: at })

/** Deletes an undone change, with those of the account that followed it. */
export const deleteChangesFrom = (db: Db, { user_id, created_at }: EmailChange) =>
  stored.remove({ db }, (is) => is.and([is('user_id', '=', user_id), is('created_at', '>=', created_at)]))

/** Deletes changes that can no longer be confirmed or undone. @returns how many there were */
export const deleteOldChanges = (db: Db, now: number) =>
  stored.remove({ db }, (is) =>
    is.or([
      is('confirmed_at', '<=', now - undoEmailMs),
      // The link of the new address works for less than that.
      is.and([is('confirmed_at', 'is', null), is('created_at', '<=', now - undoEmailMs)]),
    ]),
  )
