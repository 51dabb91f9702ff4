import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Trx } from '../../db/transaction.ts'
import { hourMs, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import { type RecordedUsage, type StoredPack, sumsOf, unpack } from '../audit-log/recorded-usage.ts'
import { type RollupMark, readUsageState } from './usage-state-store.ts'

const tables = ['usage_tallies', 'usage_hours'] as const
const marks = tableRows('usage_marks')

/**
 * Reads the mark of a project and locks it until the transaction ends. Every change of the project's rollups locks it,
 * and nothing that a call does.
 */
export async function lockUsageMark({ db, engine }: TrxContext<'engine'>, projectId: number) {
  await db
    .insertInto('usage_marks')
    .values({ project_id: projectId, blocks: 0, generation: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
  return await db
    .selectFrom('usage_marks')
    .select(['blocks', 'generation', 'counted'])
    .where('project_id', '=', projectId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export const moveUsageMark = (db: Trx, projectId: number, mark: RollupMark) =>
  marks.update({ db }, { project_id: projectId }, mark)

/** Recounts a block of a project's usage from its packs. The caller has locked the mark. */
export async function rollUpUsage(trx: Trx, projectId: number, block: number): Promise<void> {
  for (const table of tables) await tableRows(table).remove({ db: trx }, { project_id: projectId, block })
  const { start } = await readUsageState(trx, projectId)
  const { after, upTo } = rangeOfBlocks(block)
  const packs = await readStoredPacks(trx, projectId, { after: Math.max(after, start), upTo })
  const hours = hoursOf(packs)
  if (hours.length === 0) return
  const tally = {
    project_id: projectId,
    block,
    entries: packs.reduce(
      (sum, { first_sequence, last_sequence }) => sum + last_sequence - first_sequence + 1,
      0,
    ),
    first_at: packs.reduce((min, { at }) => Math.min(min, at), Number.POSITIVE_INFINITY),
    last_at: packs.reduce((max, { at }) => Math.max(max, at), 0),
  }
  await insertRows(trx, 'usage_tallies', [tally])
  await insertRows(
    trx,
    'usage_hours',
    hours.map((sum) => ({ ...sum, block, project_id: projectId })),
  )
}

/** Packs, added up for each hour. */
export const hoursOf = (packs: readonly StoredPack[]) =>
  sumsOf(packs, hourMs).map(({ step, ...sum }) => ({ ...sum, hour: step * hourMs }))

/** The same of a rolled-up block, as it is stored. */
export const readUsageHours = (db: Db, projectId: number, block: number) =>
  tableRows('usage_hours').list({ db }, { project_id: projectId, block })

/** A block's rollups as text in a fixed order, for comparison. */
export async function usageRollupText(db: Db, projectId: number, block: number): Promise<string> {
  const lines: string[] = []
  for (const table of tables) {
    const rows = await tableRows(table).list({ db }, { project_id: projectId, block })
    lines.push(...rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort())
  }
  return lines.join('\n')
}

/** Deletes the rollups of a project's blocks outside a range, which match no entries. @returns how many there were */
export async function deleteUsageRollupsOutside(
  db: Trx,
  projectId: number,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<number> {
  let deleted = 0
  for (const table of tables)
    deleted += await tableRows(table).remove({ db }, [
      { project_id: projectId },
      (is) => is.or([is('block', '<', first), is('block', '>=', end)]),
    ])
  return deleted
}

/** Deletes the rollups of blocks beyond the marks of all projects. @returns how many there were */
export async function deleteUsageRollupsBeyondMarks(db: Trx): Promise<number> {
  let deleted = 0
  for (const table of tables) {
    const isWithinMark = sql<boolean>`exists (
      select 1 from usage_marks as marks
      where marks.project_id = ${sql.ref(`${table}.project_id`)} and marks.blocks > ${sql.ref(`${table}.block`)})`
    deleted += await tableRows(table).remove({ db }, () => sql<boolean>`not ${isWithinMark}`)
  }
  return deleted
}

interface EntryRequest {
  readonly apiKeyId: string
  /** Unix time in milliseconds. */
  readonly since: number
}

/**
 * The packs of a project in a range that begins and ends between packs, without erased ones.
 * @param request of one key, since a time
 */
export const readStoredPacks = (
  db: Db,
  projectId: number,
  { after, upTo }: SequenceRange,
  request?: EntryRequest,
) =>
  db
    .selectFrom('usage_packs')
    .select(['project_id', 'first_sequence', 'last_sequence', 'at', 'api_key_id', 'entries', 'erased'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .where('erased', '=', 0)
    .$if(request !== undefined, (query) =>
      query.where('api_key_id', '=', request?.apiKeyId ?? '').where('at', '>=', request?.since ?? 0),
    )
    .orderBy('first_sequence')
    .execute()

/** Their entries. */
export const readUsage = async (...packs: Parameters<typeof readStoredPacks>): Promise<RecordedUsage[]> =>
  (await readStoredPacks(...packs)).flatMap(unpack)
