import type { DbContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { idList, readInSteps } from '../../../db/json-rows.ts'
import type { SequenceRange } from '../../audit-log/block.ts'
import { type ActivityView, inRows, rowsIn } from '../activity-list-store.ts'
import { type ActivityWord, matchesWords } from '../activity-words-store.ts'

/** `until` of a list without an end. */
export const endOfTime = Number.MAX_SAFE_INTEGER

/** The entries that a list of lines is made of. */
export interface ListedEntries {
  readonly view: ActivityView
  /** Unix time in milliseconds: the first, and the first after the last. */
  readonly since: number
  readonly until: number
  readonly words: readonly ActivityWord[]
}

/** An entry of a line, without its text. */
export interface LineEntry {
  readonly sequence: number
  readonly line: number
  readonly at: number
}

const entriesOf = (ctx: DbContext<'engine'>, list: ListedEntries, range: SequenceRange) =>
  rowsIn(ctx, list.view, range, list.since).where('at', '<', list.until).where(matchesWords(ctx, list.words))

/** Those of the entries that a statement names, by line or sequence. */
const namedEntries = ({ db, engine }: DbContext<'engine'>, list: ListedEntries) =>
  db
    .selectFrom('activity')
    .where('at', '>=', list.since)
    .where('at', '<', list.until)
    .where(inRows(engine, list.view, 'unindexed'))
    .where(matchesWords({ engine }, list.words, 'unindexed'))

/** At most `limit` of the entries in a range, newest first. */
export const readLineEntries = (
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  { range, limit }: { range: SequenceRange; limit: number },
): Promise<LineEntry[]> =>
  entriesOf(ctx, list, range)
    .select(['sequence', 'line', 'at'])
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

/** Those of some entries that the list contains, newest first. */
export const readListedOf = (
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  sequences: readonly number[],
): Promise<LineEntry[]> =>
  namedEntries(ctx, list)
    .select(['sequence', 'line', 'at'])
    .where('sequence', 'in', idList(ctx.engine, sequences))
    .orderBy('sequence', 'desc')
    .execute()

/** Those of some lines that have an entry of the list from a sequence number on. */
export async function linesFrom(
  ctx: DbContext<'engine'>,
  list: ListedEntries,
  { lines, from }: { lines: readonly number[]; from: number },
): Promise<ReadonlySet<number>> {
  const rows = await namedEntries(ctx, list)
    .select('line')
    .distinct()
    .where('line', 'in', idList(ctx.engine, lines))
    .where('sequence', '>=', from)
    .execute()
  return new Set(rows.map(({ line }) => line))
}

/** A line has 200 entries at most. */
const linesPerQuery = 20

/** All entries of lines that a viewer may see, of any category, those of a line in their order. */
export const readLines = (ctx: DbContext<'engine'>, view: ActivityView, lines: readonly number[]) =>
  readInSteps(ctx.db, lines, (some) => readSomeLines(ctx, view, some), linesPerQuery)

const readSomeLines = ({ db, engine }: DbContext<'engine'>, view: ActivityView, lines: readonly number[]) =>
  db
    .selectFrom('activity')
    .select([
      'sequence',
      'line',
      'at',
      'event_type',
      'severity',
      'description',
      'user_id',
      'project_id',
      'environment_id',
      'ip',
      'version',
      'client',
    ])
    .where('line', 'in', idList(engine, lines))
    .where(inRows(engine, { ...view, category: null }, 'unindexed'))
    .orderBy('sequence')
    .execute()
export type EntryOfLine = Awaited<ReturnType<typeof readLines>>[number]

export interface ChangedKey {
  readonly sequence: number
  readonly kind: 'added' | 'changed' | 'removed'
  readonly key: string
}

/** The names of the variables that entries changed, by entry: at most `limit`. */
export async function readChangedKeys(
  { db, engine }: DbContext<'engine'>,
  sequences: readonly number[],
  limit: number,
): Promise<ChangedKey[]> {
  if (sequences.length === 0) return []
  return await db
    .selectFrom('activity_changes as c')
    .innerJoin('activity_terms as t', 't.id', 'c.term_id')
    .select(['c.sequence', 'c.kind', 't.text as key'])
    .where('c.sequence', 'in', idList(engine, sequences))
    .orderBy('c.sequence')
    .limit(limit)
    .execute()
}

/** The last entry before a time; 0 if there is none. Times rise with sequence numbers, but for the clocks of nodes. */
export async function lastBefore(db: Db, time: number, head: number): Promise<number> {
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const row = await db.selectFrom('activity').select('at').where('sequence', '=', middle).executeTakeFirst()
    if (row && row.at < time) low = middle
    else high = middle - 1
  }
  return low
}
