import type { Db } from '../db/connect.ts'

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
