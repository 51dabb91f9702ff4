import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/tables.ts'

export type NodeRow = Row<'nodes'>

export async function upsertNode(db: Db, { id, ...row }: NodeRow): Promise<void> {
  await db
    .insertInto('nodes')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}

/** For SQLite, whose folder belongs to one process: the others are former names of this one. */
export async function deleteOtherNodes(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '<>', id).execute()
}

/** The size of a database of PostgreSQL. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** More than an instance has. */
const maxNodes = 100

export const listNodes = (db: Db): Promise<NodeRow[]> =>
  db.selectFrom('nodes').selectAll().orderBy('seen_at', 'desc').orderBy('id').limit(maxNodes).execute()

export async function deleteNodesBefore(db: Db, time: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('nodes').where('seen_at', '<', time).executeTakeFirst()
  return Number(numDeletedRows)
}

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
