import type { DbContext, TrxContext } from '../../context.ts'
import { erasures } from '../../db/schema/audit-log.ts'
import type { Row } from '../../db/tables.ts'

/**
 * An account that was permanently deleted, until its name and its addresses are erased from the activity. A forged one
 * would erase those of somebody else.
 */
export type Erasure = Row<'erasures'>

export const erasureMac = erasures.mac

/** Requests that an account is erased from the activity, in the transaction that deletes it. */
export async function insertErasure(
  { db, secrets }: TrxContext<'secrets'>,
  account: Omit<Erasure, 'done' | 'mac'>,
): Promise<void> {
  const mac = erasureMac.of(secrets, account)
  await db
    .insertInto('erasures')
    .values({ ...account, done: 0, mac })
    .execute()
}

/** The first `limit` of them, those of which the least is done first. */
export const listErasures = ({ db }: DbContext, limit: number): Promise<Erasure[]> =>
  db.selectFrom('erasures').selectAll().orderBy('done').orderBy('user_id').limit(limit).execute()
