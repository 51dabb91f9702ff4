import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { environmentVersions } from '../../db/schema/environments.ts'
import type { Row } from '../../db/tables.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** One sealed version, with its author and the names of the changed variables. */
export type VersionRow = Row<'environment_versions'>

/** For `envhold-server verify`, which has no environment key. A read opens the version instead, which authenticates it. */
export const versionMac = environmentVersions.mac

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

const listPage = (db: Db, environmentId: number, { newest, oldest }: VersionPage) =>
  list(environmentId, db)
    .where('version', '<=', newest)
    .where('version', '>=', oldest)
    .orderBy('version', 'desc')

/** Those of a page, newest first. */
export const listVersionRows = (db: Db, environmentId: number, page: VersionPage) =>
  listPage(db, environmentId, page).execute()

interface GivenVersion {
  readonly id: number
  readonly version: number
}

interface ChangeRow extends Pick<VersionSummaryRow, 'author_username' | 'author_token'> {
  readonly id: number
  readonly created_at: number
}

/** When and by whom versions were written: one of each environment. Those that are not stored are left out. */
export const findChanges = rowsQuery<GivenVersion, ChangeRow>(
  { id: 'bigint', version: 'bigint' },
  (rows) => sql<ChangeRow>`
    select given.id, versions.created_at, versions.author_token, users.username as author_username
    from ${rows}
    join environment_versions as versions
      on versions.environment_id = given.id and versions.version = given.version
    left join users on users.id = versions.author_id`,
)

/** The newest version at a time, or the oldest stored one; 0 if nothing was written until then. */
export async function findVersionAt(
  db: Db,
  { id, oldest_version }: Pick<EnvironmentRow, 'id' | 'oldest_version'>,
  at: number,
): Promise<number> {
  const row = await db
    .selectFrom('environment_versions')
    .select('version')
    .where('environment_id', '=', id)
    .where('created_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? (oldest_version > 1 ? oldest_version : 0)
}

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

/** The newest version with a smaller number. */
export const findVersionBefore = (db: Db, environmentId: number, version: number) =>
  list(environmentId, db)
    .select('sealed')
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface VersionPage {
  readonly newest: number
  readonly oldest: number
  /** Whether older versions are stored. */
  readonly hasMore: boolean
}

export interface WantedPage {
  /** Only versions older than this one. */
  readonly before: number
  readonly limit: number
  /** Of the sealed content, or of the names that were changed. The page has no more than fit, but one version at least. */
  readonly maxBytes: number
}

const bytesOf = {
  content: sql<number>`bytes`,
  names: sql<number>`octet_length(added) + octet_length(changed) + octet_length(removed)`,
}

/** The newest stored versions that a page has; undefined for none. */
export async function findVersionPage(
  db: Db,
  environmentId: number,
  what: keyof typeof bytesOf,
  { before, limit, maxBytes }: WantedPage,
): Promise<VersionPage | undefined> {
  const rows = await db
    .selectFrom('environment_versions')
    .select(['version', bytesOf[what].as('size')])
    .where('environment_id', '=', environmentId)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute()
  let sum = 0
  const end = rows.findIndex(({ size }, index) => {
    sum += size
    return index === limit || (index > 0 && sum > maxBytes)
  })
  const [newest, oldest] = [rows[0], rows.at(end === -1 ? -1 : end - 1)]
  return newest && oldest && { newest: newest.version, oldest: oldest.version, hasMore: end !== -1 }
}

/** {@link listVersionRows}, with their content. */
export const listSealedVersions = (db: Db, environmentId: number, page: VersionPage) =>
  listPage(db, environmentId, page).select('sealed').execute()

/** The whole row of a version. @throws TamperedRowError */
export async function findVersionRow(
  { db, secrets }: DbContext<'secrets'>,
  environmentId: number,
  version: number,
): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('environment_versions')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row) versionMac.check(secrets, row)
  return row
}

export async function insertVersion(
  { db, secrets }: TrxContext<'secrets'>,
  row: Omit<VersionRow, 'mac'>,
): Promise<void> {
  await db
    .insertInto('environment_versions')
    .values({ ...row, mac: versionMac.of(secrets, row) })
    .execute()
}

/** Replaces a version's content with the same content sealed under a newer key. */
export async function replaceSealed(
  { db, secrets }: TrxContext<'secrets'>,
  row: VersionRow,
  { epoch, sealed }: Pick<VersionRow, 'epoch' | 'sealed'>,
): Promise<void> {
  const changed = { epoch, sealed, bytes: sealed.length }
  await db
    .updateTable('environment_versions')
    .set({ ...changed, mac: versionMac.of(secrets, { ...row, ...changed }) })
    .where('environment_id', '=', row.environment_id)
    .where('version', '=', row.version)
    .execute()
}
