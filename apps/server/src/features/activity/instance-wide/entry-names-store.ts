import { tokenIdIn } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { canonical } from '../../users/canonical.ts'

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

/** Names are not unique: so many things of one name are found. */
const maxFound = 100

const asId = (text: string): number[] => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/** The accounts with this id, username or e-mail address. An id needs no account: it may be deleted. */
export async function findUserIds(db: Db, text: string): Promise<number[]> {
  const name = canonical(text.trim())
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username_canonical', '=', name), eb('email_canonical', '=', name)]))
    .execute()
  return [...new Set([...asId(name), ...rows.map(({ id }) => id)])]
}

/** The projects with this id or name. */
export async function findProjectIds(db: Db, text: string): Promise<number[]> {
  const name = text.trim()
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .orderBy('id', 'desc')
    .limit(maxFound)
    .execute()
  return [...new Set([...asId(name), ...rows.map(({ id }) => id)])]
}

/** The API keys with this id or name, and their projects: calls of a key are only in its project. */
export async function findKeys(db: Db, text: string): Promise<{ id: string; projectId: number }[]> {
  const name = text.trim()
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'project_id as projectId'])
    .where((eb) => eb.or([eb('id', '=', tokenIdIn(name)), eb(sql`lower(key_name)`, '=', name.toLowerCase())]))
    .orderBy('created_at', 'desc')
    .limit(maxFound)
    .execute()
  return rows
}
