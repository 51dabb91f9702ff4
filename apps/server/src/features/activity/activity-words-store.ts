import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context, DbContext } from '../../context.ts'
import { chargeCompared, pauseWork } from '../../db/charged-work.ts'
import type { Engine } from '../../db/connect.ts'
import { idList } from '../../db/json-rows.ts'
import { likePattern } from '../../db/like-pattern.ts'
import type { Tables } from '../../db/tables.ts'

/** What a search word matches in the activity that a viewer may see. */
export interface ActivityWord {
  readonly word: string
  /** The texts that contain it (`activity_terms`); null if there are too many. */
  readonly termIds: readonly number[] | null
  readonly projectIds: readonly number[]
  readonly userIds: readonly number[]
}

const maxTerms = 2_000
/** How many texts are compared at once: SQLite blocks the process, PostgreSQL does not. */
const comparedAtOnce = { sqlite: 4_096, postgres: 16_384 } as const
/** Ids are hashes, spread evenly below this number. */
const endOfIds = 2 ** 52

/** The texts of chains that contain a word; null if there are too many. */
export async function findTerms(
  { db, engine }: DbContext<'engine'>,
  chains: readonly string[],
  word: string,
): Promise<number[] | null> {
  const names = engine === 'postgres' ? namesOnPostgres : namesOnSqlite
  const terms = db.selectFrom('activity_terms').where('chain', 'in', names(JSON.stringify(chains)))
  const { count } = await terms
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const slices = Math.max(1, Math.ceil(Number(count) / comparedAtOnce[engine]))
  const width = Math.ceil(endOfIds / slices)
  const matching: number[] = []
  for (let slice = 0; slice < slices; slice++) {
    const rows = await terms
      .select('id')
      .$if(slices > 1, (query) =>
        query.where('id', '>=', slice * width).where('id', '<', (slice + 1) * width),
      )
      .where(columnContains(engine, 'text', word))
      .limit(maxTerms + 1 - matching.length)
      .execute()
    chargeCompared(engine, Number(count) / slices)
    matching.push(...rows.map(({ id }) => id))
    if (matching.length > maxTerms) return null
    if (slices > 1) await pauseWork()
  }
  return matching
}

const namesOnSqlite = (json: string) => sql<string>`(select value from json_each(${json}))`
const namesOnPostgres = (json: string) =>
  sql<string>`(select value from json_array_elements_text(${json}::json))`

/**
 * How the database finds rows: by an index of a column that a condition names, or not by these, because the statement
 * names the rows themselves. SQLite would rather read a whole project.
 */
export type Lookup = 'indexed' | 'unindexed'

/** A column with ids; the plus sign keeps its index from being used. */
export const idColumn = (name: 'user_id' | 'project_id' | 'term_id', lookup: Lookup) =>
  lookup === 'indexed' ? sql.ref<number>(name) : sql<number>`+${sql.ref(name)}`

/** The condition that an entry contains all words. */
export const matchesWords =
  ({ engine }: Pick<Context, 'engine'>, words: readonly ActivityWord[], lookup: Lookup = 'indexed') =>
  (eb: ExpressionBuilder<Tables, 'activity'>): Expression<SqlBool> =>
    eb.and(
      words.map(({ word, termIds, projectIds, userIds }) =>
        eb.or([
          ...(termIds === null
            ? [
                columnContains(engine, 'description', word),
                columnContains(engine, 'event_type', word),
                changeContains(engine, word),
              ]
            : termIds.length === 0
              ? []
              : [eb(idColumn('term_id', lookup), 'in', idList(engine, termIds)), hasChange(engine, termIds)]),
          ...(projectIds.length === 0
            ? []
            : [eb(idColumn('project_id', lookup), 'in', idList(engine, projectIds))]),
          ...(userIds.length === 0 ? [] : [eb(idColumn('user_id', lookup), 'in', idList(engine, userIds))]),
        ]),
      ),
    )

const hasChange = (engine: Engine, termIds: readonly number[]) => sql<SqlBool>`exists (
  select 1 from activity_changes as c where c.sequence = activity.sequence and c.term_id in ${idList(engine, termIds)})`

const changeContains = (engine: Engine, word: string) => sql<SqlBool>`exists (
  select 1 from activity_changes as c join activity_terms as t on t.id = c.term_id
  where c.sequence = activity.sequence and ${columnContains(engine, 't.text', word)})`

const maxCandidates = 5_000

/**
 * The entries that a rare word can be in, whoever may see them; null if there are too many, and a search for it is
 * better along the log.
 */
export async function findCandidates(
  { db, engine }: DbContext<'engine'>,
  { termIds, projectIds, userIds }: ActivityWord,
): Promise<ReadonlySet<number> | null> {
  if (termIds === null) return null
  const candidates = new Set<number>()
  const entries = db
    .selectFrom('activity')
    .select('sequence')
    .limit(maxCandidates + 1)
  const changes = db
    .selectFrom('activity_changes')
    .select('sequence')
    .limit(maxCandidates + 1)
  const sources = [
    [termIds, () => entries.where('term_id', 'in', idList(engine, termIds)).execute()],
    [termIds, () => changes.where('term_id', 'in', idList(engine, termIds)).execute()],
    [projectIds, () => entries.where('project_id', 'in', idList(engine, projectIds)).execute()],
    [userIds, () => entries.where('user_id', 'in', idList(engine, userIds)).execute()],
  ] as const
  for (const [ids, read] of sources) {
    if (ids.length > 0) for (const { sequence } of await read()) candidates.add(sequence)
    if (candidates.size > maxCandidates) return null
  }
  return candidates
}

const capitalised = (word: string) => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** Databases fold the case of ASCII only, so other letters are searched in their usual spellings. */
const spellings = (word: string) => [...new Set([word, word.toUpperCase(), capitalised(word)])]

/** Whether a column contains a word, ignoring case. */
const columnContains = (engine: Engine, column: string, word: string): RawBuilder<SqlBool> => {
  const like = sql.raw(engine === 'postgres' ? 'ilike' : 'like')
  const written = /^[\x20-\x7e]*$/.test(word) ? [word] : spellings(word)
  const each = written.map(
    (text) => sql`${sql.ref(column)} ${like} ${likePattern(text)} escape ${sql.lit('\\')}`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
