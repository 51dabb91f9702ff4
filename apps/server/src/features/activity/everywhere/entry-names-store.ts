import type { Db } from '../../../db/connect.ts'

const namesIn = async (
  db: Db,
  table: 'projects' | 'environments',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of projects by their ids, archived and removed ones too. */
export const namesOfProjects = (db: Db, ids: readonly number[]) => namesIn(db, 'projects', ids)

/** The names of environments by their ids. */
export const namesOfEnvironments = (db: Db, ids: readonly number[]) => namesIn(db, 'environments', ids)
