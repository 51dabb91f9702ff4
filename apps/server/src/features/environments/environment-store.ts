import { limits } from '@envhold/contract/limits.ts'
import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { readInSteps } from '../../db/json-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { environmentMac } from '../projects/project-store.ts'

export type EnvironmentRow = Row<'environments'>

/** The canonical form in which environment names are unique. */
export const canonicalName = (name: string): string => name.toLowerCase()

export async function listEnvironmentRows(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
): Promise<EnvironmentRow[]> {
  const rows = await db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  for (const row of rows) environmentMac.check(secrets, row)
  return rows
}

const readTogether = 200

/** The environments of many projects, by project. */
export async function environmentsByProject(
  { db, secrets }: DbContext<'secrets'>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly EnvironmentRow[]>> {
  const read = async (some: readonly number[]) => {
    const query = db.selectFrom('environments').selectAll().where('project_id', 'in', some).orderBy('id')
    const rows = await query.execute()
    for (const row of rows) environmentMac.check(secrets, row)
    return rows
  }
  const environments = await readInSteps(db, projectIds, read, readTogether)
  return Map.groupBy(environments, ({ project_id }) => project_id)
}

/** Which of the environments exist. */
export async function listEnvironmentsById(
  { db, secrets }: DbContext<'secrets'>,
  ids: readonly number[],
): Promise<EnvironmentRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('environments').selectAll().where('id', 'in', ids).execute()
  for (const row of rows) environmentMac.check(secrets, row)
  return rows
}

/** @param hold locks the environment until the transaction ends */
export async function findEnvironment(
  { db, secrets, engine }: DbContext<'secrets' | 'engine'>,
  id: number,
  { hold = false } = {},
): Promise<EnvironmentRow | undefined> {
  const row = await db
    .selectFrom('environments')
    .selectAll()
    .where('id', '=', id)
    .$if(hold && engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (row) environmentMac.check(secrets, row)
  return row
}

/** Whether an environment's head is still the one that was read. */
export const hasValidMac = async (
  db: Db,
  { id, version, epoch }: Pick<EnvironmentRow, 'id' | 'version' | 'epoch'>,
): Promise<boolean> =>
  (await db
    .selectFrom('environments')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('epoch', '=', epoch)
    .executeTakeFirst()) !== undefined

const idsPerQuery = 1_000

/** The versions of these environments, if they exist. A hint: MACs are not verified. */
export async function versionsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const read = (some: readonly number[]) =>
    db.selectFrom('environments').select(['id', 'version']).where('id', 'in', some).execute()
  const rows = await readInSteps(db, ids, read, idsPerQuery)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

export const listEnvironmentIds = async (
  ctx: DbContext<'secrets'>,
  projectId: number,
): Promise<readonly number[]> => (await listEnvironmentRows(ctx, projectId)).map(({ id }) => id)

/** What an environment's keys and grants are sealed for. */
export const epochOf = ({ project_id, id, epoch }: Pick<EnvironmentRow, 'project_id' | 'id' | 'epoch'>) => ({
  project: project_id,
  environment: id,
  epoch,
})

const withoutMac = new Uint8Array(0)

interface NewEnvironment extends Partial<Pick<EnvironmentRow, 'color' | 'is_protected'>> {
  readonly projectId: number
  readonly name: string
}

/** @throws a unique violation when the project has an environment of this name */
export async function insertEnvironment(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  { projectId, name, color = null, is_protected = null }: NewEnvironment,
): Promise<EnvironmentRow> {
  const now = clock()
  const row = await db
    .insertInto('environments')
    .values({
      project_id: projectId,
      name,
      name_canonical: canonicalName(name),
      version: 0,
      epoch: 1,
      variable_count: 0,
      rekey_pending: 0,
      oldest_version: 1,
      names_hash: null,
      color,
      is_protected,
      created_at: now,
      updated_at: now,
      mac: withoutMac,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return await changeEnvironment({ secrets, clock, db }, row, {})
}

type Change = Partial<
  Pick<
    EnvironmentRow,
    | 'name'
    | 'version'
    | 'epoch'
    | 'variable_count'
    | 'rekey_pending'
    | 'oldest_version'
    | 'names_hash'
    | 'color'
    | 'is_protected'
    | 'stored_bytes'
    | 'updated_at'
  >
>

/**
 * Writes the head again, with its MAC. The row must be locked, or is compared with what was read: a change that finds
 * another head than `row` fails.
 * @throws HeadMovedError
 */
export async function changeEnvironment(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  row: EnvironmentRow,
  change: Change,
): Promise<EnvironmentRow> {
  const changed = { ...row, updated_at: clock(), ...change }
  const { name, version, epoch, variable_count, rekey_pending, oldest_version, names_hash, updated_at } =
    changed
  const { color, is_protected, stored_bytes } = changed
  const mac = environmentMac.of(secrets, changed)
  const { numUpdatedRows } = await db
    .updateTable('environments')
    .set({
      name,
      name_canonical: canonicalName(name),
      version,
      epoch,
      variable_count,
      rekey_pending,
      oldest_version,
      names_hash,
      color,
      is_protected,
      stored_bytes,
      updated_at,
      mac,
    })
    .where('id', '=', row.id)
    .where('mac', '=', row.mac)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new HeadMovedError()
  return { ...changed, mac }
}

/** Another transaction wrote the environment between reading its head and changing it. */
class HeadMovedError extends Error {
  override readonly name = 'HeadMovedError'
}

const maxHistories = 5

/**
 * Locks the owner's environments with the most history beyond what is always kept, the largest first. What another
 * transaction holds is left out: nobody waits for it.
 */
export async function lockLongHistories(
  { db, secrets, engine }: TrxContext<'secrets' | 'engine'>,
  ownerId: number,
  except: number,
): Promise<EnvironmentRow[]> {
  const rows = await db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .selectAll('environments')
    .where('projects.owner_id', '=', ownerId)
    .where('projects.removed_at', 'is', null)
    .where('environments.id', '!=', except)
    .where(sql<boolean>`version - oldest_version >= ${sql.lit(limits.historyKeptVersions)}`)
    .orderBy('stored_bytes', 'desc')
    .limit(maxHistories)
    .$if(engine === 'postgres', (query) => query.forUpdate('environments').skipLocked())
    .execute()
  for (const row of rows) environmentMac.check(secrets, row)
  return rows
}

export async function deleteEnvironmentRow(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('environments').where('id', '=', id).execute()
}
