import type { DbContext } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import { environmentMac } from '../projects/project-store.ts'
import type { EnvironmentRow } from './environment-store.ts'

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

/** The same transaction must write their hash to the environment's row. */
export async function storeNames(trx: Trx, environmentId: number, names: string): Promise<void> {
  await trx
    .insertInto('environment_names')
    .values({ environment_id: environmentId, names })
    .onConflict((c) => c.column('environment_id').doUpdateSet({ names }))
    .execute()
}
