import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { answerWritesOf, type DecidingTable, decidingTables } from '../../db/sqlite/sqlite-dialect.ts'

/** A key and the environment that it asks for. */
export interface Question {
  readonly keyId: string
  readonly projectId: number
  readonly environment: string
}

const dataVersion = preparedQuery((db) => ({
  compile: () => sql<{ data_version: number }>`pragma data_version`.compile(db),
}))

interface PresentedValidators {
  readonly at: number
  readonly key: string
  readonly project: number
  readonly name: string
  readonly id: number
}

interface Found {
  readonly at: number
  readonly state: string
}

/** How the row of each deciding table is found, from those before it. */
const joins: Readonly<Record<DecidingTable, RawBuilder<unknown>>> = {
  api_keys: sql`api_keys`,
  projects: sql`inner join projects on projects.id = api_keys.project_id`,
  users: sql`inner join users on users.id = projects.owner_id`,
  plans: sql`inner join plans on plans.name = users.plan`,
  environments: sql`
      left join environments as named
        on named.project_id = api_keys.project_id and named.name_canonical = given.name
      inner join environments
        on environments.id = coalesce(named.id, given.id) and environments.project_id = api_keys.project_id`,
  grants: sql`
      inner join grants
        on grants.environment_id = environments.id and grants.kind = 'api-key' and grants.principal = api_keys.id`,
  environment_epochs: sql`
      inner join environment_epochs
        on environment_epochs.environment_id = environments.id and environment_epochs.epoch = environments.epoch`,
  // An environment that nobody has written to has no version.
  environment_versions: sql`
      left join environment_versions
        on environment_versions.environment_id = environments.id
        and environment_versions.version = environments.version`,
}

/** `xmin` is the transaction that last wrote a row. Of an environment, another may have taken the name. */
const versions = decidingTables.flatMap((table) => [
  ...(table === 'environments' ? [sql`environments.id`] : []),
  sql`coalesce(${sql.ref(`${table}.xmin`)}::text, '')`,
])

// The subquery runs once per given row: a join would tempt the planner to read whole tables.
const rowVersions = rowsQuery<PresentedValidators, Found>(
  { at: 'bigint', key: 'text', project: 'bigint', name: 'text', id: 'bigint' },
  (rows) => sql`
    select given.at, found.state
    from ${rows} cross join lateral (
      select concat_ws('/', ${sql.join(versions)}) as state
      from ${sql.join(
        decidingTables.map((table) => joins[table]),
        sql` `,
      )}
      where api_keys.id = given.key and api_keys.project_id = given.project
      limit 1
    ) as found`,
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
    questions.map(({ keyId, projectId, environment }, index) => ({
      at: index,
      key: keyId,
      project: projectId,
      name: environment.toLowerCase(),
      id: idText.test(environment) ? Number(environment) : -1,
    })),
  )
  const states: (string | undefined)[] = questions.map(() => undefined)
  for (const { at, state } of rows) states[at] = state
  return states
}
