/** What versions take, and how the oldest make room. */
import { sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { idList } from '../../db/json-rows.ts'
import type { Trx } from '../../db/transaction.ts'
import { storageCosts } from '../projects/storage-store.ts'
import type { EnvironmentRow } from './environment-store.ts'
import type { VersionRow } from './version-store.ts'

/** The size of the environments' newest versions together, sealed. */
export async function newestBytes(
  { db, engine }: DbContext<'engine'>,
  environmentIds: readonly number[],
): Promise<number> {
  const { bytes } = await db
    .selectFrom('environment_versions')
    .innerJoin('environments', (join) =>
      join
        .onRef('environments.id', '=', 'environment_versions.environment_id')
        .onRef('environments.version', '=', 'environment_versions.version'),
    )
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('environments.id', 'in', idList(engine, environmentIds))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** What a version counts as towards the storage of its owner: names are ASCII. */
export const versionBytes = ({
  bytes,
  added,
  changed,
  removed,
}: Pick<VersionRow, 'bytes' | 'added' | 'changed' | 'removed'>): number =>
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
 * Deletes the oldest versions until `excess` bytes are free, but at most 3,000 and none of the `kept` newest.
 * @param environment locked; the caller stores what was trimmed in its row
 */
export async function trimVersions(
  trx: Trx,
  { id, version, oldest_version }: Pick<EnvironmentRow, 'id' | 'version' | 'oldest_version'>,
  { excess, kept }: { readonly excess: number; readonly kept: number },
): Promise<Trimmed> {
  if (excess <= 0 || version - oldest_version < kept) return { oldest_version, freed: 0 }
  const versions = trx.selectFrom('environment_versions').where('environment_id', '=', id)
  const firstKept = versions
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .offset(kept - 1)
  const rows = await versions
    .select(['version', versionBytesInRow.as('bytes')])
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
  // After a restore, numbers are left out.
  const { oldest } = await versions
    .select(({ fn }) => fn.min('version').as('oldest'))
    .executeTakeFirstOrThrow()
  return { oldest_version: oldest, freed }
}
