import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { answerWritesOf, type DecidingTable, decidingTables } from '../../db/sqlite/sqlite-dialect.ts'

/** A key and the environment of its project that it asks for. */
export interface Question {
  readonly keyId: string
  readonly environment: string
}

const dataVersion = preparedQuery((db) => ({
  compile: () => sql<{ data_version: number }>`pragma data_version`.compile(db),
}))

interface PresentedValidators {
  readonly at: number
  readonly key: string
  readonly name: string
  readonly id: number
}

interface Found {
  readonly at: number
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

const rowVersions = rowsQuery<PresentedValidators, Found>(
  { at: 'bigint', key: 'text', name: 'text', id: 'bigint' },
  (rows) => sql`
    select given.at, concat_ws('/', ${sql.join(versions)}) as state
    from ${rows} ${sql.join(decidingTables.map(rowOf), sql` `)}
    where environments.project_id = api_keys.project_id`,
)

const idText = /^[1-9]\d{0,15}$/

/**
 * The state of the rows that answer these questions, in one statement; undefined for a question that has no answer. The
 * same text twice means that none of these rows changed in between. SQLite has one state for all.
 */
export async function readAnswerStates(
  { db, engine }: DbContext<'engine'>,
  questions: readonly Question[],
): Promise<readonly (string | undefined)[]> {
  if (engine === 'sqlite') {
    // Waits for a transaction that runs. Its writes are counted before the count is read.
    const [row] = await dataVersion(db, [])
    const state = `${row?.data_version}/${answerWritesOf(db)}`
    return questions.map(() => state)
  }
  const rows = await rowVersions(
    db,
    engine,
    questions.map(({ keyId, environment }, index) => ({
      at: index,
      key: keyId,
      name: environment.toLowerCase(),
      id: idText.test(environment) ? Number(environment) : -1,
    })),
  )
  const states: (string | undefined)[] = questions.map(() => undefined)
  for (const { at, state } of rows) states[at] = state
  return states
}
