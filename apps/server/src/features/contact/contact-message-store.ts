import type { Insertable } from 'kysely'
import type { Within } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { ContactMessagesTable } from '../../db/contact-table.ts'

export async function insertContactMessage(
  { db }: Within,
  message: Insertable<ContactMessagesTable>,
): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute()
}

/** @returns how many there were */
export async function deleteContactMessages(db: Db, before: number): Promise<number> {
  const old = db.deleteFrom('contact_messages').where('created_at', '<', before)
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
