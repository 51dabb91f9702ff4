import { sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { blockLength, hourStart, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import { sumsOf } from '../audit-log/recorded-usage.ts'
import { readStoredPacks } from './usage-rollup-store.ts'
import { readUsageState } from './usage-state-store.ts'

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

/** The rolled-up blocks of its project that contain calls of a key. */
export async function blocksOfKey(db: Db, { projectId, apiKeyId }: Pick<KeyUsage, 'projectId' | 'apiKeyId'>) {
  const rows = await db
    .selectFrom('usage_hours')
    .select('block')
    .distinct()
    .where('api_key_id', '=', apiKeyId)
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(({ block }) => block)
}

/** A key's usage since a time. */
export async function usageCells(ctx: DbContext, key: KeyUsage): Promise<UsageCell[]> {
  const { db } = ctx
  const { blocks, sequence, start } = await readUsageState(db, key.projectId)
  const hours = await db
    .selectFrom('usage_hours')
    .select(['block', 'status_code', 'calls', 'variables', 'duration_us', 'first_at', 'last_at'])
    .where('api_key_id', '=', key.apiKeyId)
    .where('project_id', '=', key.projectId)
    .where('hour', '>=', hourStart(key.since))
    .where('block', '<', blocks)
    .execute()
  const stepOf = (at: number) => Math.floor(at / key.step)
  // A block with an hour across the edge of a step is counted by its entries.
  const across = new Set(
    hours.flatMap(({ block, first_at, last_at }) =>
      first_at >= key.since && stepOf(first_at) === stepOf(last_at) ? [] : block,
    ),
  )
  const cells: UsageCell[] = hours
    .filter(({ block }) => !across.has(block))
    .map(({ first_at, ...cell }) => ({ ...cell, step: stepOf(first_at) }))
  for (const run of joinBlocks(across)) cells.push(...(await cellsIn(db, key, run)))
  cells.push(...(await cellsIn(db, key, { after: Math.max(blocks * blockLength, start), upTo: sequence })))
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

const cellsIn = async (db: Db, key: KeyUsage, range: SequenceRange): Promise<UsageCell[]> =>
  sumsOf(await readStoredPacks(db, key.projectId, range, key), key.step)

interface RecordedKey {
  readonly apiKeyId: string
  readonly projectId: number
}

/** The keys with recorded calls, in groups. */
export async function* keysWithUsage(db: Db): AsyncGenerator<readonly RecordedKey[]> {
  yield* rolledUpKeys(db)
  for (let last = 0; ; ) {
    const page = await keysNotRolledUp(db, last)
    if (page.last === undefined) return
    yield page.keys
    last = page.last
    await nextTurn()
  }
}

const groupLength = 500

/** Skips from key to key, because there are far more rows than keys. */
async function* rolledUpKeys(db: Db): AsyncGenerator<readonly RecordedKey[]> {
  let group: RecordedKey[] = []
  for (let last = ''; ; ) {
    const next = await db
      .selectFrom('usage_hours')
      .select(['api_key_id', 'project_id'])
      .where('api_key_id', '>', last)
      .orderBy('api_key_id')
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    last = next.api_key_id
    group.push({ apiKeyId: last, projectId: next.project_id })
    if (group.length < groupLength) continue
    yield group
    group = []
    await nextTurn()
  }
  yield group
}

/** The keys in the blocks that are not rolled up of the next projects after one. */
async function keysNotRolledUp(db: Db, projectId: number) {
  const { rows: projects } = await sql<{ last: number | null }>`
    select max(project_id) as last from (
      select project_id from usage_heads where project_id > ${projectId}
      order by project_id limit ${sql.lit(groupLength)}) as page`.execute(db)
  const last = projects[0]?.last ?? undefined
  if (last === undefined) return { keys: [], last }
  const { rows } = await sql<RecordedKey>`
    select distinct packs.api_key_id as "apiKeyId", packs.project_id as "projectId"
    from usage_heads as heads
    left join usage_marks as marks on marks.project_id = heads.project_id
    join usage_packs as packs on packs.project_id = heads.project_id
      and packs.first_sequence > coalesce(marks.blocks, 0) * ${sql.lit(blockLength)}
    where heads.project_id > ${projectId} and heads.project_id <= ${last} and packs.erased = 0`.execute(db)
  return { keys: rows, last }
}
