import type { Insertable } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'

export type ContactMessage = Row<'contact_messages'>

export async function insertContactMessage(
  { db }: TrxContext,
  message: Insertable<Tables['contact_messages']>,
): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute()
}

/** The oldest messages that were not mailed. */
export const listUnmailed = ({ db }: TrxContext, limit: number): Promise<ContactMessage[]> =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .where('mailed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function markMailed({ db }: TrxContext, ids: readonly number[], now: number): Promise<void> {
  await db.updateTable('contact_messages').set({ mailed_at: now }).where('id', 'in', ids).execute()
}

/** @returns how many there were */
export async function deleteContactMessages(db: Db, before: number): Promise<number> {
  const old = db.deleteFrom('contact_messages').where('created_at', '<', before)
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
