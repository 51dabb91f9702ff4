import type { DbContext } from '../../context.ts'
import { charged, pauseWork } from '../../db/charged-work.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Trx } from '../../db/transaction.ts'
import { environmentMac } from '../projects/project-store.ts'
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

/**
 * The environments of many projects with their names, a few projects at a time. Other calls run in between.
 * @throws TamperedRowError
 */
export async function* environmentsWithNames(
  { db, secrets }: DbContext<'secrets'>,
  projectIds: readonly number[],
): AsyncGenerator<readonly EnvironmentWithNames[]> {
  for (let at = 0; at < projectIds.length; at += projectsTogether) {
    const rows = await db
      .selectFrom('environments')
      .leftJoin('environment_names', 'environment_names.environment_id', 'environments.id')
      .selectAll('environments')
      .select('environment_names.names')
      .where('project_id', 'in', projectIds.slice(at, at + projectsTogether))
      .orderBy('environments.id')
      .execute()
    charged(() => {
      for (const row of rows) environmentMac.check(secrets, row)
    })
    yield rows
    await pauseWork()
  }
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
