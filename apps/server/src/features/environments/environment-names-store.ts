import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { DbContext } from '../../context.ts'
import { charged, pauseWork } from '../../db/charged-work.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Trx } from '../../db/transaction.ts'
import { environmentMac } from '../projects/project-store.ts'
import { decodeNames } from './environment-names.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'

export interface EnvironmentWithNames extends EnvironmentRow {
  /** The stored text (environment-names.ts); null if there is none. */
  readonly names: string | null
}

/** An environment's row and its names, read in one statement: a write between them would look like tampering. */
export async function findEnvironmentWithNames(
  { db, secrets }: DbContext<'secrets'>,
  id: number,
): Promise<EnvironmentWithNames | undefined> {
  const row = await db
    .selectFrom('environments')
    .leftJoin('environment_names', 'environment_names.environment_id', 'environments.id')
    .selectAll('environments')
    .select('environment_names.names')
    .where('environments.id', '=', id)
    .executeTakeFirst()
  if (row) environmentMac.check(secrets, row)
  return row
}

const projectsTogether = 25

interface NamedEnvironment {
  readonly row: EnvironmentRow
  /** The same array for environments with the same names; undefined if they are not stored. */
  readonly names: readonly string[] | undefined
}

/**
 * The environments of many projects with their names, a few projects at a time. Other calls run in between. Names that
 * several environments have are read once.
 * @throws TamperedRowError
 */
export async function* environmentsWithNames(
  { db, secrets }: DbContext<'secrets'>,
  projectIds: readonly number[],
): AsyncGenerator<readonly NamedEnvironment[]> {
  for (let at = 0; at < projectIds.length; at += projectsTogether) {
    const projects = projectIds.slice(at, at + projectsTogether)
    const rows = await db
      .selectFrom('environments')
      .leftJoin('environment_names', (join) =>
        join
          .onRef('environment_names.environment_id', '=', 'environments.id')
          .on('environments.id', 'in', (eb) =>
            eb
              .selectFrom('environments as every')
              .select(({ fn }) => fn.min('every.id').as('id'))
              .where('every.project_id', 'in', projects)
              .groupBy('every.names_hash'),
          ),
      )
      .selectAll('environments')
      .select('environment_names.names')
      .where('project_id', 'in', projects)
      .orderBy('environments.id')
      .execute()
    yield charged(() => withNames(secrets, rows))
    await pauseWork()
  }
}

/** @param rows in the order of their ids: the first of those with the same hash has the names */
function withNames(secrets: ServerSecrets, rows: readonly EnvironmentWithNames[]): NamedEnvironment[] {
  const byHash = new Map<string, readonly string[] | undefined>()
  return rows.map((row) => {
    environmentMac.check(secrets, row)
    const hash = row.names_hash && Buffer.from(row.names_hash).toString('latin1')
    if (!hash) return { row, names: decodeNames(row, null) }
    if (!byHash.has(hash)) byHash.set(hash, decodeNames(row, row.names))
    return { row, names: byHash.get(hash) }
  })
}

/** The same transaction must write their hash to the environment's row. */
export async function storeNames(trx: Trx, environmentId: number, names: string): Promise<void> {
  await trx
    .insertInto('environment_names')
    .values({ environment_id: environmentId, names })
    .onConflict((c) => c.column('environment_id').doUpdateSet({ names }))
    .execute()
}

const findByIdOrName = preparedQuery((db) =>
  db
    .selectFrom('environments')
    .select(['id', 'name_canonical'])
    .where('project_id', '=', 0)
    .where((eb) => eb.or([eb('name_canonical', '=', ''), eb('id', '=', 0)])),
)

const none = -1
const idText = /^[1-9]\d{0,14}$/

/** Finds a project's environments: by `id`, or `named` by name or else by id. Proves no access: check it next. */
export async function findEnvironmentIds(
  db: Db,
  projectId: number,
  environment: { readonly id: number } | { readonly named: string },
): Promise<number[]> {
  const name = 'named' in environment ? canonicalName(environment.named) : ''
  const id =
    'id' in environment ? environment.id : idText.test(environment.named) ? Number(environment.named) : none
  const rows = await findByIdOrName(db, [projectId, name, id])
  const isNamed = (row: { name_canonical: string }) => row.name_canonical === name
  return rows.toSorted((left, right) => Number(isNamed(right)) - Number(isNamed(left))).map((row) => row.id)
}
