import { hash } from 'node:crypto'
import { type Roster, rosterBytes } from '@envhold/vault/roster.ts'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { environmentEpochs } from '../../db/schema/environments.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'

/**
 * The keys that an environment has had, by epoch: each key's public name, the previous key sealed under it, and the MAC
 * of its roster. Every field is bound to an environment key, and holders of that key check it. The row's MAC under the
 * server secret is for `envhold-server verify`, which has no environment key.
 */
export type Epoch = Row<'environment_epochs'>

export const epochMac = environmentEpochs.mac

const stored = signedRows(environmentEpochs)

export const rosterHash = (roster: Roster): Uint8Array => hash('sha256', rosterBytes(roster), 'buffer')

export const findEpoch = (db: Db, environmentId: number, epoch: number) =>
  stored.findUnchecked({ db }, { environment_id: environmentId, epoch })

/** Lists the epochs from `from` down to `to`, both included, to open the keys of older versions. */
export const listEpochs = (db: Db, environmentId: number, from: number, to: number) =>
  db
    .selectFrom('environment_epochs')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('epoch', '<=', from)
    .where('epoch', '>=', to)
    .orderBy('epoch', 'desc')
    .execute()

export async function insertEpoch(
  ctx: TrxContext<'secrets' | 'clock'>,
  epoch: Omit<Epoch, 'created_at' | 'mac'>,
): Promise<void> {
  await stored.insert(ctx, { ...epoch, created_at: ctx.clock() })
}

export const replaceMacs = (
  ctx: TrxContext<'secrets'>,
  row: Epoch,
  macs: Pick<Epoch, 'roster_mac' | 'link_mac' | 'roster_hash'>,
) => stored.change(ctx, row, macs)
