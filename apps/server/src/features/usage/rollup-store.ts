import type { AuditChain } from '@envhold/integrity/audit.ts'
import { type Selectable, sql } from 'kysely'
import type { Within } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { apiKeyCategories, apiKeyEvents } from './api-key-events.ts'
import { hourMs, rangeOfBlocks } from './block.ts'

type RollupTable = 'activity_tallies' | 'usage_tallies' | 'usage_hours'

/** The tables of each chain's rollups. */
export const rollupTables = {
  activity: ['activity_tallies'],
  usage: ['usage_tallies', 'usage_hours'],
} as const satisfies Record<AuditChain, readonly RollupTable[]>

export interface RollupMark {
  /** How many blocks of the chain, from its beginning on, are rolled up. */
  readonly blocks: number
  /** Increases whenever entries of rolled-up blocks are erased or trimmed. */
  readonly generation: number
}

export const readMark = (db: Db, chain: AuditChain): Promise<RollupMark> =>
  db
    .selectFrom('tally_marks')
    .select(['blocks', 'generation'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()

/** Reads the mark and locks it until the transaction ends. Every change of rollups locks it. */
export const lockMark = ({ db, engine }: Within<'engine'>, chain: AuditChain): Promise<RollupMark> =>
  db
    .selectFrom('tally_marks')
    .select(['blocks', 'generation'])
    .where('chain', '=', chain)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

export async function moveMark(trx: Trx, chain: AuditChain, mark: RollupMark): Promise<void> {
  await trx.updateTable('tally_marks').set(mark).where('chain', '=', chain).execute()
}

/** Recounts a block from its rows. The caller has locked the mark. */
export async function rollUpBlock(trx: Trx, chain: AuditChain, block: number): Promise<void> {
  for (const table of rollupTables[chain]) await trx.deleteFrom(table).where('block', '=', block).execute()
  if (chain === 'activity') await rollUpActivity(trx, block)
  else await rollUpUsage(trx, block)
}

// The numbers are literals, because SQLite treats parameters as fractions and would not divide integers.
const hourOf = sql<number>`at / ${sql.lit(hourMs)} * ${sql.lit(hourMs)}`

/** A row that counts several calls has their mean. */
export const sumOfDurations = sql<number>`sum(cast(duration_us as bigint) * calls)`

const times = [sql<number>`min(at)`.as('first_at'), sql<number>`max(at)`.as('last_at')] as const

const categoryOf = sql<string>`case when event_type in (${sql.join(
  apiKeyEvents.map((type) => sql.lit(type)),
)}) then ${sql.lit(apiKeyCategories.counted)} else category end`

async function rollUpActivity(trx: Trx, block: number): Promise<void> {
  const { after, upTo } = rangeOfBlocks(block)
  await trx
    .insertInto('activity_tallies')
    .columns([
      'project_id',
      'user_id',
      'environment_id',
      'category',
      'block',
      'entries',
      'first_at',
      'last_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('activity')
        .select((of) => [
          of.fn.coalesce('project_id', sql.lit(0)).as('project_id'),
          of.fn.coalesce('user_id', sql.lit(0)).as('user_id'),
          of.fn.coalesce('environment_id', sql.lit(0)).as('environment_id'),
          categoryOf.as('category'),
          sql.lit(block).as('block'),
          of.fn.countAll<number>().as('entries'),
        ])
        .select(times)
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .groupBy(['project_id', 'user_id', 'environment_id', categoryOf]),
    )
    .execute()
}

async function rollUpUsage(trx: Trx, block: number): Promise<void> {
  const { after, upTo } = rangeOfBlocks(block)
  await trx
    .insertInto('usage_tallies')
    .columns(['project_id', 'block', 'entries', 'first_at', 'last_at'])
    .expression((eb) =>
      eb
        .selectFrom('usage')
        .select((of) => ['project_id', sql.lit(block).as('block'), of.fn.countAll<number>().as('entries')])
        .select(times)
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .where('erased', '=', 0)
        .groupBy('project_id'),
    )
    .execute()
  await trx
    .insertInto('usage_hours')
    .columns([
      'api_key_id',
      'hour',
      'status_code',
      'project_id',
      'block',
      'calls',
      'variables',
      'duration_us',
      'first_at',
      'last_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('usage')
        .select((of) => [
          'api_key_id',
          hourOf.as('hour'),
          'status_code',
          of.fn.min('project_id').as('project_id'),
          sql.lit(block).as('block'),
          of.fn.sum<number>('calls').as('calls'),
          of.fn.sum<number>('variables_count').as('variables'),
          sumOfDurations.as('duration_us'),
        ])
        .select(times)
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .where('erased', '=', 0)
        .groupBy(['api_key_id', hourOf, 'status_code']),
    )
    .execute()
}

/** A block's rollups as text in a fixed order, for comparison. */
export async function rollupText(db: Db, chain: AuditChain, block: number): Promise<string> {
  const lines: string[] = []
  for (const table of rollupTables[chain]) {
    const rows: Selectable<Tables[RollupTable]>[] = await db
      .selectFrom<RollupTable>(table)
      .selectAll()
      .where('block', '=', block)
      .execute()
    lines.push(...rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort())
  }
  return lines.join('\n')
}

/** Deletes the rollups of blocks outside a range, which match no rows. @returns how many blocks there were */
export async function deleteRollupsOutside(
  trx: Trx,
  chain: AuditChain,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<number> {
  let deleted = 0
  for (const table of rollupTables[chain]) {
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where((where) => where.or([where('block', '<', first), where('block', '>=', end)]))
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}
