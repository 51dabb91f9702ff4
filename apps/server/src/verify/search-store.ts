/** What a search of the activity log and its lines rest on, and where it does not follow from the entries. */

import { sql } from 'kysely'
import { type ChangedKeys, storedKeys } from '../db/activity-log/lines.ts'
import { termsOfKeys } from '../db/activity-log/terms.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/tables.ts'

/** As many as are reported of each kind. */
const maxListed = 100

export type SearchedEntry = Pick<
  Row<'activity'>,
  'sequence' | 'chain' | 'description' | 'event_type' | 'term_id' | 'version' | 'environment_id' | 'user_id'
>

const pageLength = 500

/** Every entry in order, one page at a time; a page has at least one. */
export async function* searchedEntries(db: Db): AsyncGenerator<readonly SearchedEntry[]> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('activity')
      .select(['sequence', 'chain', 'description', 'event_type', 'term_id'])
      .select(['version', 'environment_id', 'user_id'])
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(pageLength)
      .execute()
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.sequence ?? after
  }
}

/** Entries whose line is not one that begins in their chain, at or before them. */
export const findMisplaced = async (db: Db): Promise<readonly number[]> =>
  (
    await sql<{ sequence: number }>`
      select e.sequence from activity as e left join activity as f on f.sequence = e.line
      where f.sequence is null or f.sequence > e.sequence or f.line <> f.sequence or f.chain <> e.chain
      order by e.sequence limit ${maxListed}`.execute(db)
  ).rows.map(({ sequence }) => sequence)

/** Texts that an entry or a change names, and that are missing. */
export const findMissingTerms = async (db: Db): Promise<readonly number[]> =>
  (
    await sql<{ id: number }>`
      select term_id as id from activity
      where not exists (select 1 from activity_terms as t where t.id = term_id)
      union select term_id from activity_changes
      where not exists (select 1 from activity_terms as t where t.id = term_id)
      order by id limit ${maxListed}`.execute(db)
  ).rows.map(({ id }) => id)

/** Changes of an entry that is missing or wrote no version, and those named by a text of another chain. */
export const findStrayChanges = async (db: Db): Promise<readonly number[]> =>
  (
    await sql<{ sequence: number }>`
      select distinct c.sequence from activity_changes as c left join activity as e on e.sequence = c.sequence
      left join activity_terms as t on t.id = c.term_id
      where e.sequence is null or e.version = 0 or t.chain <> e.chain order by c.sequence limit ${maxListed}`.execute(
      db,
    )
  ).rows.map(({ sequence }) => sequence)

export interface WrittenVersion {
  readonly authorId: number
  readonly keys: ChangedKeys
}

/** From one entry to another, both included. */
export interface EntryRange {
  readonly from: number
  readonly to: number
}

/** The versions that entries wrote, as far as they are still stored, by the entry. */
export async function listWrittenVersions(
  db: Db,
  { from, to }: EntryRange,
): Promise<ReadonlyMap<number, WrittenVersion>> {
  const rows = await db
    .selectFrom('activity as e')
    .innerJoin('environment_versions as v', (join) =>
      join.onRef('v.environment_id', '=', 'e.environment_id').onRef('v.version', '=', 'e.version'),
    )
    .select(['e.sequence', 'v.author_id', 'v.added', 'v.changed', 'v.removed'])
    .where('e.sequence', '>=', from)
    .where('e.sequence', '<=', to)
    .where('e.version', '>', 0)
    .execute()
  return new Map(rows.map((row) => [row.sequence, { authorId: row.author_id, keys: storedKeys(row) }]))
}

/** What entries are found by beside their own text: how each variable changed, and the id of its name. */
export async function listChanges(
  db: Db,
  { from, to }: EntryRange,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .selectFrom('activity_changes')
    .select(['sequence', 'kind', 'term_id'])
    .where('sequence', '>=', from)
    .where('sequence', '<=', to)
    .execute()
  const byEntry = Map.groupBy(rows, ({ sequence }) => sequence)
  return new Map([...byEntry].map(([sequence, of]) => [sequence, of.map(changeText)]))
}

const changeText = ({ kind, term_id }: { readonly kind: string; readonly term_id: number }) =>
  `${kind} ${term_id}`

/** The same as it should be. */
export const changesOf = (chain: string, keys: ChangedKeys): readonly string[] =>
  termsOfKeys(chain, keys).map(({ kind, term }) => changeText({ kind, term_id: term.id }))

export const deleteTerms = (db: Db, ids: readonly number[]) =>
  db.deleteFrom('activity_terms').where('id', 'in', ids).execute()

export const deleteChanges = (db: Db, sequences: readonly number[]) =>
  db.deleteFrom('activity_changes').where('sequence', 'in', sequences).execute()

/** What they wrote is not known. */
export const forgetVersions = (db: Db, sequences: readonly number[]) =>
  db.updateTable('activity').set({ version: 0 }).where('sequence', 'in', sequences).execute()

/** Without the text, nothing is found by it. */
export const deleteChangesOfTerms = (db: Db, ids: readonly number[]) =>
  db.deleteFrom('activity_changes').where('term_id', 'in', ids).execute()

/** Each becomes a line of its own. */
export const beginLines = (db: Db, sequences: readonly number[]) =>
  db
    .updateTable('activity')
    .set(({ ref }) => ({ line: ref('sequence') }))
    .where('sequence', 'in', sequences)
    .execute()

export const changeTerm = (db: Db, sequence: number, termId: number) =>
  db.updateTable('activity').set({ term_id: termId }).where('sequence', '=', sequence).execute()
