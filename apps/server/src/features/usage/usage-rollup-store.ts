import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { hourStart, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import { type RecordedUsage, unpack } from '../audit-log/recorded-usage.ts'
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
    .select(['blocks', 'generation'])
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
  const entries = await readUsage(trx, projectId, { after: Math.max(after, start), upTo })
  const [first] = entries
  if (!first) return
  const tally = { project_id: projectId, block, entries: entries.length, ...timesOf(entries) }
  await insertRows(trx, 'usage_tallies', [tally])
  await insertRows(trx, 'usage_hours', hoursOf(projectId, block, entries))
}

function timesOf(entries: readonly RecordedUsage[]) {
  let [first_at, last_at] = [Number.POSITIVE_INFINITY, 0]
  for (const { at } of entries) [first_at, last_at] = [Math.min(first_at, at), Math.max(last_at, at)]
  return { first_at, last_at }
}

function hoursOf(projectId: number, block: number, entries: readonly RecordedUsage[]): Row<'usage_hours'>[] {
  const kinds = Map.groupBy(entries, ({ keyId, at, status }) => `${hourStart(at)}/${status}/${keyId}`)
  return [...kinds.values()].flatMap((of) => {
    const [first] = of
    return first
      ? {
          api_key_id: first.keyId,
          hour: hourStart(first.at),
          block,
          status_code: first.status,
          project_id: projectId,
          ...sumsOf(of),
          ...timesOf(of),
        }
      : []
  })
}

/** The sums over some entries. The duration of an entry that counts several calls is their mean. */
export function sumsOf(entries: readonly RecordedUsage[]) {
  const sums = { calls: 0, variables: 0, duration_us: 0 }
  for (const { calls, variables, durationUs } of entries) {
    sums.calls += calls
    sums.variables += variables
    sums.duration_us += durationUs * calls
  }
  return sums
}

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
 * The entries of a project in a range that begins and ends between packs, without erased ones.
 * @param request of one key, since a time
 */
export async function readUsage(
  db: Db,
  projectId: number,
  { after, upTo }: SequenceRange,
  request?: EntryRequest,
): Promise<RecordedUsage[]> {
  const packs = await db
    .selectFrom('usage_packs')
    .select(['project_id', 'first_sequence', 'at', 'api_key_id', 'entries', 'erased'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .where('erased', '=', 0)
    .$if(request !== undefined, (query) =>
      query.where('api_key_id', '=', request?.apiKeyId ?? '').where('at', '>=', request?.since ?? 0),
    )
    .orderBy('first_sequence')
    .execute()
  return packs.flatMap(unpack)
}
