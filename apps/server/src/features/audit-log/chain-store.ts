import type { AuditChain } from '@envhold/integrity/audit.ts'
import { type Insertable, sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Tables } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export interface Head {
  readonly sequence: number
  readonly mac: Uint8Array | null
}

const headOf = (db: Db) => db.selectFrom('chain_heads').select(['sequence', 'mac']).where('chain', '=', '')

const lockHeadOnSqlite = preparedQuery((db) => headOf(db))
const lockHeadOnPostgres = preparedQuery((db) => headOf(db).forUpdate())
const setHead = preparedQuery((db) =>
  db.updateTable('chain_heads').set({ sequence: 0, mac: null }).where('chain', '=', ''),
)

/**
 * Reads a chain's head and locks it until the transaction ends, so that no two entries get the same sequence number.
 */
export async function lockHead(tx: TrxContext<'engine'>, chain: AuditChain): Promise<Head> {
  const lock = tx.engine === 'postgres' ? lockHeadOnPostgres : lockHeadOnSqlite
  const [head] = await lock(tx.db, [chain])
  if (!head) throw new Error(`The chain ${chain} has no head`)
  return head
}

export async function moveHead(trx: Trx, chain: AuditChain, { sequence, mac }: Head): Promise<void> {
  await setHead(trx, [sequence, mac, chain])
}

export async function readHead(db: Db, chain: AuditChain): Promise<Head> {
  return await db
    .selectFrom('chain_heads')
    .select(['sequence', 'mac'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
}

export const insertActivity = (trx: Trx, rows: readonly Insertable<Tables['activity']>[]) =>
  insertRows(trx, 'activity', rows)

/** An entry with the MAC that clients remember of it: of entries from before the chains of projects, the former one. */
export const readActivityAt = (db: Db, sequence: number) =>
  db
    .selectFrom('activity')
    .select(['sequence', 'at', sql<Uint8Array>`coalesce(mac_before, mac)`.as('mac')])
    .where('sequence', '=', sequence)
    .executeTakeFirst()
