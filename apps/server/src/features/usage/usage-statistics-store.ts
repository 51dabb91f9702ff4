import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { readHead } from '../audit-log/chain-store.ts'
import type { SequenceRange } from '../audit-log/sequence-range.ts'
import { blockLength, hourStart, rangeOfBlocks } from './block.ts'
import { readMark, sumOfDurations } from './rollup-store.ts'

export interface KeyUsage {
  readonly apiKeyId: string
  readonly projectId: number
  readonly since: number
  /** The length of the steps in which calls are counted, in ms. */
  readonly step: number
}

/** The calls of one key with one status in one time step. */
export interface UsageCell {
  readonly status_code: number
  /** The number of the step since 1970. */
  readonly step: number
  readonly calls: number
  readonly variables: number
  readonly duration_us: number
}

/** The rolled-up blocks that contain calls of a key. */
export async function blocksOfKey(db: Db, apiKeyId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('usage_hours')
    .select('block')
    .distinct()
    .where('api_key_id', '=', apiKeyId)
    .execute()
  return rows.map(({ block }) => block)
}

/** A key's usage since a time. */
export async function usageCells(ctx: Pick<Context, 'db'>, key: KeyUsage): Promise<UsageCell[]> {
  const { db } = ctx
  const { blocks } = await readMark(db, 'usage')
  const { sequence } = await readHead(db, 'usage')
  const hours = await db
    .selectFrom('usage_hours')
    .select(['block', 'status_code', 'calls', 'variables', 'duration_us', 'first_at', 'last_at'])
    .where('api_key_id', '=', key.apiKeyId)
    .where('hour', '>=', hourStart(key.since))
    .where('block', '<', blocks)
    .execute()
  const stepOf = (at: number) => Math.floor(at / key.step)
  // A block with an hour across the edge of a step is counted by its rows.
  const across = new Set(
    hours.flatMap(({ block, first_at, last_at }) =>
      first_at >= key.since && stepOf(first_at) === stepOf(last_at) ? [] : block,
    ),
  )
  const cells: UsageCell[] = hours
    .filter(({ block }) => !across.has(block))
    .map(({ first_at, ...cell }) => ({ ...cell, step: stepOf(first_at) }))
  for (const run of joinBlocks(across)) cells.push(...(await cellsIn(db, key, run)))
  cells.push(...(await cellsIn(db, key, { after: blocks * blockLength, upTo: sequence })))
  return cells
}

/** Joins consecutive blocks. */
function joinBlocks(blocks: ReadonlySet<number>): SequenceRange[] {
  const runs: { first: number; last: number }[] = []
  for (const block of [...blocks].sort((left, right) => left - right)) {
    const run = runs.at(-1)
    if (run && run.last === block - 1) run.last = block
    else runs.push({ first: block, last: block })
  }
  return runs.map(({ first, last }) => rangeOfBlocks(first, last))
}

async function cellsIn(db: Db, key: KeyUsage, { after, upTo }: SequenceRange): Promise<UsageCell[]> {
  const stepOfRow = sql<number>`at / ${sql.lit(key.step)}`
  const rows = await db
    .selectFrom('usage')
    .select(({ fn }) => [
      'status_code',
      stepOfRow.as('step'),
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('variables_count').as('variables'),
      sumOfDurations.as('duration_us'),
    ])
    .where('project_id', '=', key.projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('api_key_id', '=', key.apiKeyId)
    .where('at', '>=', key.since)
    .where('erased', '=', 0)
    .groupBy(['status_code', stepOfRow])
    .execute()
  return rows.map((row) => ({
    ...row,
    calls: Number(row.calls),
    variables: Number(row.variables),
    duration_us: Number(row.duration_us),
  }))
}

/** The keys with recorded calls, each with its project. */
export async function keysWithUsage(
  db: Db,
): Promise<{ readonly apiKeyId: string; readonly projectId: number }[]> {
  const found = new Map<string, number>()
  // Skips from key to key, because there are far more rows than keys.
  for (let last = ''; ; ) {
    const next = await db
      .selectFrom('usage_hours')
      .select(['api_key_id', 'project_id'])
      .where('api_key_id', '>', last)
      .orderBy('api_key_id')
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    found.set(next.api_key_id, next.project_id)
    last = next.api_key_id
  }
  const { blocks } = await readMark(db, 'usage')
  const untallied = await db
    .selectFrom('usage')
    .select(['api_key_id', 'project_id'])
    .distinct()
    .where('sequence', '>', blocks * blockLength)
    .where('erased', '=', 0)
    .execute()
  for (const { api_key_id, project_id } of untallied) found.set(api_key_id, project_id)
  return [...found].map(([apiKeyId, projectId]) => ({ apiKeyId, projectId }))
}
