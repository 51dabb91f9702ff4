import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { type Owner, ownerIn, ownerRows } from './compliance-state-store.ts'

/** What rows take beside sealed values, with their indexes: in bytes, and rather more than less. */
export const storageCosts = {
  project: 4_000,
  environment: 4_000,
  apiKey: 4_000,
  grant: 1_500,
  epoch: 500,
  version: 500,
} as const

const cost = (of: keyof typeof storageCosts) => sql.lit(storageCosts[of])

/** What the environments of some projects take: one row each, and none of their versions. */
const environmentBytes = sql<number>`coalesce(sum(environments.stored_bytes + ${cost('environment')}
  + ${cost('epoch')} * environments.epoch + ${cost('grant')} * environments.holders), 0)`

/** Everything that the projects of an account take: live, archived, and deleted but not erased. */
const bytesOf = (ownerId: RawBuilder<unknown>) => sql<number>`(
  select count(*) * ${cost('project')} from projects where owner_id = ${ownerId}
) + (
  select count(*) * ${cost('apiKey')} from api_keys join projects on projects.id = api_keys.project_id
  where projects.owner_id = ${ownerId}
) + (
  select ${environmentBytes} from environments join projects on projects.id = environments.project_id
  where projects.owner_id = ${ownerId}
)`

/** What the environments of every account take, for the order of accounts: their bulk. */
export const environmentBytesByOwner = (db: Db) =>
  db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select(['projects.owner_id', environmentBytes.as('bytes')])
    .groupBy('projects.owner_id')

/** {@link environmentBytesByOwner}, for each project. */
export const environmentBytesByProject = (db: Db) =>
  db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select(['projects.id', environmentBytes.as('bytes')])
    .groupBy('projects.id')

/** What some accounts store. */
export async function readStoredBytes(
  db: Db,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ownerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', bytesOf(sql.ref('users.id')).as('used')])
    .where('id', 'in', ownerIds)
    .execute()
  return new Map(rows.map(({ id, used }) => [id, Number(used)]))
}

export interface Storage {
  readonly owner: Owner
  readonly planName: string
  readonly usedBytes: number
}

const findStorage = preparedQuery((db) =>
  ownerRows(db)
    .select(['plans.display_name', bytesOf(sql.ref('users.id')).as('used')])
    .where('users.id', '=', 0),
)

/** What deleted projects take until they are erased, and when the first was deleted. Archived ones are not deleted. */
export async function readDeletedBytes(
  db: Db,
  ownerId: number,
): Promise<{ readonly bytes: number; readonly firstRemovedAt: number | null }> {
  const { bytes, first } = await db
    .selectFrom('projects')
    .leftJoin('environments', 'environments.project_id', 'projects.id')
    .select(({ fn }) => [environmentBytes.as('bytes'), fn.min('projects.removed_at').as('first')])
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from archived_projects where project_id = projects.id)`)
    .executeTakeFirstOrThrow()
  return { bytes: Number(bytes), firstRemovedAt: first === null ? null : Number(first) }
}

/** What an account stores and may store, in one query. @throws TamperedRowError */
export async function readStorage(ctx: DbContext<'secrets'>, ownerId: number): Promise<Storage> {
  const [row] = await findStorage(ctx.db, [ownerId])
  if (!row) throw new Error(`The account ${ownerId} or its plan is missing`)
  return { owner: ownerIn(ctx, row), planName: row.display_name, usedBytes: Number(row.used) }
}
