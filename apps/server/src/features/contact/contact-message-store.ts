import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'

export type ContactMessage = Row<'contact_messages'>

const rows = tableRows('contact_messages')

export const insertContactMessage = (ctx: TrxContext, message: Omit<ContactMessage, 'id'>) =>
  rows.insert(ctx, [message])

/** The oldest messages that were not mailed. */
export const listUnmailed = (ctx: TrxContext, limit: number) =>
  rows.list(ctx, { mailed_at: null }, { orderBy: ['id'], limit })

export const markMailed = (ctx: TrxContext, ids: readonly number[], now: number) =>
  rows.update(ctx, { id: ids }, { mailed_at: now })

/** @returns how many there were */
export const deleteContactMessages = (db: Db, before: number) =>
  rows.remove({ db }, (is) => is('created_at', '<', before))
