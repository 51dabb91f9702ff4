import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { answerWritesOf, type DecidingTable, decidingTables } from '../../db/sqlite/sqlite-dialect.ts'
import type { UsageHead } from '../audit-log/usage-chain-store.ts'

/** A key and the environment of its project that it asks for. */
export interface Question {
  readonly keyId: string
  readonly environment: string
  /** The project whose chain's end is asked for, too, on PostgreSQL. */
  readonly chain?: number | undefined
}

/** What decides about responses. */
interface AnswerStates {
  /** The state of each question; undefined for one that has no answer. */
  readonly states: readonly (string | undefined)[]
  /** Where the chains of these projects end. */
  readonly ends: readonly UsageHead[]
}

const dataVersion = preparedQuery((db) => ({
  compile: () => sql<{ data_version: number }>`pragma data_version`.compile(db),
}))

interface PresentedValidators {
  readonly place: number
  readonly key: string
  readonly name: string
  readonly id: number
}

interface Found {
  readonly place: number
  readonly state: string
}

/** How the row of each deciding table is found, from those before it. */
const lookups: Readonly<Record<DecidingTable, { columns: readonly string[]; where: RawBuilder<unknown> }>> = {
  api_keys: { columns: ['id', 'project_id'], where: sql`id = given.key` },
  projects: { columns: ['owner_id'], where: sql`id = api_keys.project_id` },
  users: { columns: ['plan'], where: sql`id = projects.owner_id` },
  plans: { columns: [], where: sql`name = users.plan` },
  environments: {
    columns: ['id', 'project_id', 'epoch', 'version'],
    where: sql`
      id = coalesce(
        (select id from environments where project_id = api_keys.project_id and name_canonical = given.name), given.id)`,
  },
  grants: {
    columns: [],
    where: sql`environment_id = environments.id and kind = 'api-key' and principal = api_keys.id`,
  },
  environment_epochs: {
    columns: [],
    where: sql`environment_id = environments.id and epoch = environments.epoch`,
  },
  environment_versions: {
    columns: [],
    where: sql`environment_id = environments.id and version = environments.version`,
  },
}

/**
 * The row of one table. `offset 0` forbids the planner to join the tables in another order: without statistics it reads
 * all keys or all environments of a project for each question.
 */
function rowOf(table: DecidingTable): RawBuilder<unknown> {
  const { columns, where } = lookups[table]
  const selected = [sql`xmin as row_version`, ...columns.map((column) => sql.id(column))]
  // An environment that nobody has written to has no version.
  const join = sql.raw(table === 'environment_versions' ? 'left join' : 'inner join')
  return sql`
    ${join} lateral (select ${sql.join(selected)} from ${sql.id(table)} where ${where} offset 0)
      as ${sql.id(table)} on true`
}

/** `xmin` is the transaction that last wrote a row. Of an environment, another may have taken the name. */
const versions = decidingTables.flatMap((table) => [
  ...(table === 'environments' ? [sql`environments.id`] : []),
  sql`coalesce(${sql.ref(`${table}.row_version`)}::text, '')`,
])

const presented = { place: 'bigint', key: 'text', name: 'text', id: 'bigint' } as const
const fromRows = (rows: RawBuilder<unknown>) => sql`
  from ${rows} ${sql.join(decidingTables.map(rowOf), sql` `)}`
const state = sql`given.place, concat_ws('/', ${sql.join(versions)}) as state`
const ofProject = sql`where environments.project_id = api_keys.project_id`

const rowVersions = rowsQuery<PresentedValidators, Found>(
  presented,
  (rows) => sql`select ${state} ${fromRows(rows)} ${ofProject}`,
)

/** The same, with the end of the chain of the project that a question names. */
const rowVersionsAndEnds = rowsQuery<
  PresentedValidators & { readonly chain: number },
  Found & Partial<UsageHead>
>(
  { ...presented, chain: 'bigint' },
  (rows) => sql`
    select ${state}, head.project_id as "projectId", head.sequence, head.at, head.link
    ${fromRows(rows)}
    left join lateral (
      select project_id, sequence, at, link from usage_heads where project_id = given.chain offset 0) as head on true
    ${ofProject}`,
)

const idText = /^[1-9]\d{0,15}$/

/**
 * The state of the rows that answer these questions, in one statement. The same text twice means that none of these
 * rows changed in between. SQLite has one state for all.
 */
export async function readAnswerStates(
  { db, engine }: DbContext<'engine'>,
  questions: readonly Question[],
): Promise<AnswerStates> {
  if (engine === 'sqlite') {
    // Waits for a transaction that runs. Its writes are counted before the count is read.
    const [row] = await dataVersion(db, [])
    const state = `${row?.data_version}/${answerWritesOf(db)}`
    return { states: questions.map(() => state), ends: [] }
  }
  const rows = questions.map(({ keyId, environment }, place) => ({
    place,
    key: keyId,
    name: environment.toLowerCase(),
    id: idText.test(environment) ? Number(environment) : -1,
  }))
  const chains = questions.map(({ chain }) => chain)
  const answered: readonly (Found & Partial<UsageHead>)[] = chains.some((chain) => chain !== undefined)
    ? await rowVersionsAndEnds(
        db,
        engine,
        rows.map((row, place) => ({ ...row, chain: chains[place] ?? 0 })),
      )
    : await rowVersions(db, engine, rows)
  const states: (string | undefined)[] = questions.map(() => undefined)
  for (const { place, state } of answered) states[place] = state
  const ends = answered.flatMap(({ projectId, sequence = 0, at = 0, link = null }) =>
    projectId ? { projectId, sequence, at, link } : [],
  )
  return { states, ends }
}
