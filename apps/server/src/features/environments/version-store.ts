import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { EnvironmentVersionsTable } from '../../db/project-tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { storageCosts } from '../projects/storage-store.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** One sealed version, with its author and the names of the changed variables. */
export type VersionRow = EnvironmentVersionsTable

const list = (environmentId: number, db: Db) =>
  db
    .selectFrom('environment_versions')
    .leftJoin('users', 'users.id', 'environment_versions.author_id')
    .select([
      'version',
      'epoch',
      'author_token',
      'added',
      'changed',
      'removed',
      'environment_versions.created_at',
      'users.username as author_username',
    ])
    .where('environment_id', '=', environmentId)

export type VersionSummaryRow = Awaited<ReturnType<typeof listVersionRows>>[number]

/** Newest first, those before `before`. */
export const listVersionRows = (db: Db, environmentId: number, before: number, limit: number) =>
  list(environmentId, db).where('version', '<', before).orderBy('version', 'desc').limit(limit).execute()

export const findOldestVersion = (db: Db, environmentId: number) =>
  db
    .selectFrom('environment_versions')
    .select(['version', 'created_at'])
    .where('environment_id', '=', environmentId)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()

export const findVersion = (db: Db, environmentId: number, version: number) =>
  list(environmentId, db).select('sealed').where('version', '=', version).executeTakeFirst()

/** Their sealed sizes, newest first: what it costs to open them. */
export const listVersionSizes = (db: Db, environmentId: number, before: number, limit: number) =>
  db
    .selectFrom('environment_versions')
    .select(['version', 'bytes'])
    .where('environment_id', '=', environmentId)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** The versions from `oldest` to `newest`, both included, newest first. */
export const listSealedVersions = (db: Db, environmentId: number, newest: number, oldest: number) =>
  list(environmentId, db)
    .select('sealed')
    .where('version', '<=', newest)
    .where('version', '>=', oldest)
    .orderBy('version', 'desc')
    .execute()

export async function insertVersion(trx: Trx, row: VersionRow): Promise<void> {
  await trx.insertInto('environment_versions').values(row).execute()
}

/** Replaces a version's content with the same content sealed under a newer key. */
export async function replaceSealed(
  trx: Trx,
  environmentId: number,
  version: number,
  { epoch, sealed }: Pick<VersionRow, 'epoch' | 'sealed'>,
): Promise<void> {
  await trx
    .updateTable('environment_versions')
    .set({ epoch, sealed, bytes: sealed.length })
    .where('environment_id', '=', environmentId)
    .where('version', '=', version)
    .execute()
}

/** What a version counts as towards the storage of its owner: names are ASCII. */
export const versionBytes = ({ bytes, added, changed, removed }: Omit<VersionRow, 'sealed'>): number =>
  bytes + added.length + changed.length + removed.length + storageCosts.version

/** {@link versionBytes} of a row of `environment_versions`. */
export const versionBytesInRow = sql<number>`
  bytes + length(added) + length(changed) + length(removed) + ${sql.lit(storageCosts.version)}`

/** A bound on the work of one write: so many of the smallest versions take as much as the largest one. */
const maxTrimmed = 3_000

export interface Trimmed {
  /** Where the history begins now. */
  readonly oldest_version: number
  readonly freed: number
}

/**
 * Deletes the oldest versions until `excess` bytes are free, but at most 3,000 and none from `firstKept` on.
 * @param environment locked; the caller stores what was trimmed in its row
 */
export async function trimVersions(
  trx: Trx,
  { id, oldest_version }: Pick<EnvironmentRow, 'id' | 'oldest_version'>,
  { excess, firstKept }: { readonly excess: number; readonly firstKept: number },
): Promise<Trimmed> {
  if (excess <= 0 || oldest_version >= firstKept) return { oldest_version, freed: 0 }
  const rows = await trx
    .selectFrom('environment_versions')
    .select(['version', versionBytesInRow.as('bytes')])
    .where('environment_id', '=', id)
    .where('version', '<', firstKept)
    .orderBy('version')
    .limit(maxTrimmed)
    .execute()
  let freed = 0
  const last = rows.find(({ bytes }) => {
    freed += Number(bytes)
    return freed >= excess
  })
  const deleted = (last ?? rows.at(-1))?.version
  if (deleted === undefined) return { oldest_version, freed: 0 }
  await trx
    .deleteFrom('environment_versions')
    .where('environment_id', '=', id)
    .where('version', '<=', deleted)
    .execute()
  return { oldest_version: deleted + 1, freed }
}
