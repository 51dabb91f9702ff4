import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { tableRows } from '../db/table-rows.ts'
import type { Row } from '../db/tables.ts'

export type NodeRow = Row<'nodes'>

const nodes = tableRows('nodes')

export async function upsertNode(db: Db, { id, ...row }: NodeRow): Promise<void> {
  await db
    .insertInto('nodes')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export const deleteNode = (db: Db, id: string) => nodes.remove({ db }, { id })

/** For SQLite, whose folder belongs to one process: the others are former names of this one. */
export const deleteOtherNodes = (db: Db, id: string) => nodes.remove({ db }, (is) => is('id', '<>', id))

/** The size of a database of PostgreSQL. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** More than an instance has. */
const maxNodes = 100

export const listNodes = (db: Db) =>
  nodes.list({ db }, {}, { orderBy: ['seen_at desc', 'id'], limit: maxNodes })

export const deleteNodesBefore = (db: Db, time: number) =>
  nodes.remove({ db }, (is) => is('seen_at', '<', time))

/** When the newest roots were written, the newest first. */
export async function readRootTimes(db: Db, limit: number): Promise<number[]> {
  const roots = await db
    .selectFrom('audit_roots')
    .select('at')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return roots.map(({ at }) => at)
}

/** When the first activity was written; undefined before that. */
export async function readFirstActivityTime(db: Db): Promise<number | undefined> {
  const first = await db.selectFrom('activity').select('at').orderBy('sequence').limit(1).executeTakeFirst()
  return first?.at
}
