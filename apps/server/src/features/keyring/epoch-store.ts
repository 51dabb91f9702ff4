import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { EnvironmentEpochsTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

/**
 * The keys that an environment has had, by epoch: their public names, each one's predecessor sealed under it, and
 * what its holders vouch for. No row here needs the server's seal, since every field is bound to an environment key.
 */
export type Epoch = EnvironmentEpochsTable

export const findEpoch = (db: Db, environmentId: number, epoch: number): Promise<Epoch | undefined> =>
  db
    .selectFrom('environment_epochs')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('epoch', '=', epoch)
    .executeTakeFirst()

/** From `from` down to `to`, both included: what it takes to walk back in the history. */
export const listEpochs = (db: Db, environmentId: number, from: number, to: number): Promise<Epoch[]> =>
  db
    .selectFrom('environment_epochs')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('epoch', '<=', from)
    .where('epoch', '>=', to)
    .orderBy('epoch', 'desc')
    .execute()

export async function insertEpoch(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  epoch: Omit<Epoch, 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('environment_epochs')
    .values({ ...epoch, created_at: clock() })
    .execute()
}

export async function replaceMacs(
  trx: Trx,
  environmentId: number,
  epoch: number,
  macs: Pick<Epoch, 'roster_mac' | 'link_mac'>,
): Promise<void> {
  await trx
    .updateTable('environment_epochs')
    .set(macs)
    .where('environment_id', '=', environmentId)
    .where('epoch', '=', epoch)
    .execute()
}
