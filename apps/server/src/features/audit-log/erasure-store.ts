import type { Context, Within } from '../../context.ts'
import type { ErasuresTable } from '../../db/log-tables.ts'
import { defineRowMac } from '../../db/row-mac.ts'

/**
 * An account that was permanently deleted, until its name and its addresses are erased from the activity. A forged one
 * would erase those of somebody else.
 */
export type Erasure = ErasuresTable

export const erasureMac = defineRowMac<Omit<Erasure, 'done' | 'mac'>>(
  'erasures',
  ({ user_id }) => String(user_id),
  ({ username, email_canonical, created_at, deleted_at }) => ({
    username,
    email_canonical,
    created_at,
    deleted_at,
  }),
)

/** Requests that an account is erased from the activity, in the transaction that deletes it. */
export async function insertErasure(
  { db, secrets }: Within<'secrets'>,
  account: Omit<Erasure, 'done' | 'mac'>,
): Promise<void> {
  const mac = erasureMac.of(secrets, account)
  await db
    .insertInto('erasures')
    .values({ ...account, done: 0, mac })
    .execute()
}

/** The first `limit` of them, those of which the least is done first. */
export const listErasures = ({ db }: Pick<Context, 'db'>, limit: number): Promise<Erasure[]> =>
  db.selectFrom('erasures').selectAll().orderBy('done').orderBy('user_id').limit(limit).execute()
