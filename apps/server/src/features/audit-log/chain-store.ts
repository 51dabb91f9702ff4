import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Context, Within } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { ActivityTable, UsageTable } from '../../db/log-tables.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { defineRowMac } from '../../db/row-mac.ts'
import type { Trx } from '../../db/transaction.ts'
import type { SequenceRange } from './sequence-range.ts'

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
export async function lockHead(tx: Within<'engine'>, chain: AuditChain): Promise<Head> {
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

export const insertActivity = (trx: Trx, rows: readonly ActivityTable[]) => insertRows(trx, 'activity', rows)

export const insertUsage = (trx: Trx, rows: readonly UsageTable[]) => insertRows(trx, 'usage', rows)

export const readActivityAt = (db: Db, sequence: number) =>
  db
    .selectFrom('activity')
    .select(['sequence', 'mac', 'at'])
    .where('sequence', '=', sequence)
    .executeTakeFirst()

/** Reads at most `limit` entries after `sequence`, in order. */
export const readActivityAfter = (db: Db, sequence: number, limit: number) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()

export const readUsageAfter = (db: Db, sequence: number, limit: number) =>
  db
    .selectFrom('usage')
    .selectAll()
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()

/** The columns of a row whose content was erased. */
export const erasedContent = {
  erased: 1,
  api_key_id: '',
  environment_id: null,
  environment_name: '',
  endpoint: '',
  ip: '',
  request_id: '',
  calls: 1,
} as const

/** Erases the content of a key's usage in a range. The digests stay, so the chain still verifies. */
export async function eraseUsageIn(
  trx: Trx,
  { projectId, apiKeyId }: { readonly projectId: number; readonly apiKeyId: string },
  { after, upTo }: SequenceRange,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('usage')
    .set(erasedContent)
    .where('project_id', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const startName = (chain: AuditChain) => `${chain}-start`
const startMacName = (chain: AuditChain) => `${chain}-start-seal`

/**
 * Authenticates the link before the first stored entry. Without it, someone who deletes the beginning of a chain could
 * write a matching link.
 */
const startMac = defineRowMac<{ chain: AuditChain; sequence: number; link: Uint8Array }>(
  'chain_heads',
  ({ chain }) => startName(chain),
  ({ sequence, link }) => ({ sequence, link }),
)

/**
 * Deletes usage older than a time from the beginning of the chain, without a gap and at most `limit` rows. Stores the
 * last deleted link, from which the chain verifies afterwards.
 * @returns how many rows were deleted, and the last of them
 */
export async function trimUsage(
  { db, secrets }: Within<'secrets'>,
  before: number,
  limit: number,
): Promise<{ deleted: number; last: number }> {
  const oldest = await db
    .selectFrom('usage')
    .select(['sequence', 'at', 'mac'])
    .orderBy('sequence')
    .limit(limit)
    .execute()
  const firstKept = oldest.findIndex(({ at }) => at >= before)
  const old = firstKept < 0 ? oldest : oldest.slice(0, firstKept)
  const last = old.at(-1)
  if (!last) return { deleted: 0, last: 0 }
  const { sequence, mac } = last
  const startRow = { sequence, mac: startMac.of(secrets, { chain: 'usage', sequence, link: mac }) }
  await putHead(db, { chain: startName('usage'), sequence, mac })
  await putHead(db, { chain: startMacName('usage'), ...startRow })
  await db.deleteFrom('usage').where('sequence', '<=', sequence).execute()
  return { deleted: old.length, last: sequence }
}

async function putHead(trx: Trx, { chain, ...head }: Head & { readonly chain: string }): Promise<void> {
  await trx
    .insertInto('chain_heads')
    .values({ chain, ...head })
    .onConflict((c) => c.column('chain').doUpdateSet(head))
    .execute()
}

/**
 * Reads the link before the first stored entry of a chain.
 * @returns null when this server did not write it
 */
export async function readStart(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  chain: AuditChain,
): Promise<Head | null> {
  const rows = await db
    .selectFrom('chain_heads')
    .selectAll()
    .where('chain', 'in', [startName(chain), startMacName(chain)])
    .execute()
  if (rows.length === 0) return { sequence: 0, mac: null }
  const start = rows.find((row) => row.chain === startName(chain))
  const macRow = rows.find((row) => row.chain === startMacName(chain))
  if (!start?.mac || !macRow?.mac) return null
  const { sequence, mac } = start
  try {
    startMac.check(secrets, { chain, sequence, link: mac, mac: macRow.mac })
    return { sequence, mac }
  } catch {
    return null
  }
}
