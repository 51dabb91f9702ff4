import { undoEmailDays } from '@envhold/contract/email-change.ts'
import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { emailChanges } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'

export type EmailChange = Row<'email_changes'>
type Outside = Pick<Context, 'db' | 'secrets'>

const undoMs = undoEmailDays * 24 * 3_600_000

export const emailChangeMac = emailChanges.mac

const checked = ({ secrets }: Outside, rows: EmailChange[]): EmailChange[] => {
  for (const row of rows) emailChangeMac.check(secrets, row)
  return rows
}

/** The change that waits for its confirmation. An account has at most one. */
export async function findPendingChange(ctx: Outside, userId: number): Promise<EmailChange | undefined> {
  const rows = await ctx.db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  return checked(ctx, rows)[0]
}

/** Stores a change in place of one that waits for its confirmation. */
export async function replacePendingChange(
  { db, secrets }: Within<'secrets'>,
  change: Omit<EmailChange, 'mac'>,
): Promise<void> {
  await deletePendingChange(db, change.user_id)
  await db
    .insertInto('email_changes')
    .values({ ...change, mac: emailChangeMac.of(secrets, change) })
    .execute()
}

/** @returns whether there was one */
export async function deletePendingChange(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores that the new address is that of the account. From now on the change can be undone. */
export async function markConfirmed(
  { db, secrets }: Within<'secrets'>,
  { mac: _, ...change }: EmailChange,
  at: number,
): Promise<void> {
  const confirmed = { ...change, confirmed_at: at }
  await db
    .updateTable('email_changes')
    .set({ confirmed_at: at, mac: emailChangeMac.of(secrets, confirmed) })
    .where('id', '=', change.id)
    .execute()
}

/** The confirmed changes of an account that can be undone, the oldest first. */
export async function listUndoableChanges(
  ctx: Outside & Pick<Context, 'clock'>,
  userId: number,
): Promise<EmailChange[]> {
  const rows = await ctx.db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', ctx.clock() - undoMs)
    .orderBy('confirmed_at')
    .orderBy('created_at')
    .execute()
  return checked(ctx, rows)
}

/** Whether a change that can be undone may give this address back to another account. */
export async function isEmailReserved(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  emailCanonical: string,
  userId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_canonical', '=', emailCanonical)
    .where('user_id', '!=', userId)
    .where('confirmed_at', '>', clock() - undoMs)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes an undone change, with those of the account that followed it. */
export async function deleteChangesFrom(db: Db, { user_id, created_at }: EmailChange): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('created_at', '>=', created_at)
    .execute()
}

/** Deletes changes that can no longer be confirmed or undone. @returns how many there were */
export async function deleteOldChanges(db: Db, now: number): Promise<number> {
  const old = db.deleteFrom('email_changes').where((where) =>
    where.or([
      where('confirmed_at', '<=', now - undoMs),
      // The link of the new address works for less than that.
      where.and([where('confirmed_at', 'is', null), where('created_at', '<=', now - undoMs)]),
    ]),
  )
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
