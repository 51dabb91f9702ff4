// PostgreSQL finds the state of remembered answers by index, however large the tables are. `npm test -- --long` fills
// them with 100,000 keys and a million grants.

import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { explain, listenTo } from '../../../../../dev/bench/query-plans.ts'
import { seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { readAnswerStates } from './cache-validator-store.ts'

const [projects, keysEach, environmentsEach] = inject('longRuns') ? [2_000, 50, 10] : [1_000, 10, 3]
const questions = 50

const app = withApp('postgres')
const owner = withPerson(app)
const production = withEnvironment(owner, { A: '1' })

/** Copies of one row, with these columns changed. `n` and `m` count the copies, from 1. */
const copies = (table: string, where: string, from: string, changed: string) =>
  sql.raw(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changed}))).* from ${table} t, ${from}
    where ${where}`,
  )

/** The statements that fill the tables with these projects. */
function filling(keyId: string, first: number, last: number) {
  const each = `generate_series(${first}, ${last}) n`
  const inEach = (count: number) => `${each}, generate_series(1, ${count}) m`
  const environmentOf = `1000 + n * ${environmentsEach} + m`
  const isEnvironment = `environment_id = ${production.id}`
  const names = ['email', 'email_canonical', 'username', 'username_canonical']
  const unique = names.map((name) => `'${name}', 'u' || n`).join(', ')
  const hash = "'\\x' || encode(sha256((n || '-' || m)::bytea), 'hex')"
  const ofEnvironment = `'environment_id', ${environmentOf}`
  return [
    copies('users', `id = ${owner.userId}`, each, `'id', 1000 + n, ${unique}`),
    copies('projects', `id = ${production.projectId}`, each, "'id', 1000 + n, 'owner_id', 1000 + n"),
    copies(
      'api_keys',
      `id = '${keyId}'`,
      inEach(keysEach),
      `'id', n || '-' || m, 'project_id', 1000 + n, 'auth_hash', ${hash}`,
    ),
    copies(
      'environments',
      `id = ${production.id}`,
      inEach(environmentsEach),
      `'id', ${environmentOf}, 'project_id', 1000 + n, 'name', 'e' || m, 'name_canonical', 'e' || m`,
    ),
    copies('environment_epochs', isEnvironment, inEach(environmentsEach), ofEnvironment),
    copies('environment_versions', isEnvironment, inEach(environmentsEach), ofEnvironment),
    copies(
      'grants',
      `${isEnvironment} and principal = '${keyId}'`,
      `${inEach(environmentsEach)}, generate_series(1, ${keysEach}) k`,
      `${ofEnvironment}, 'principal', n || '-' || k`,
    ),
    sql.raw(
      `insert into usage_heads (project_id, sequence, at, start_sequence) select 1000 + n, 1, 1, 0 from ${each}`,
    ),
  ]
}

/** Projects that are filled in one go, which takes a few seconds on a busy machine. */
const atOnce = 100

/** How PostgreSQL reads the states of these questions. */
async function planOf({ ctx }: typeof app, calls: Parameters<typeof readAnswerStates>[1]): Promise<string> {
  const second = listenTo({ settings: { DATABASE_URL: ctx.config.databaseUrl?.reveal() ?? '' }, dataDir: '' })
  try {
    const { states } = await readAnswerStates({ ...ctx, db: second.db }, calls)
    expect(new Set(states.map(Boolean))).toEqual(new Set([true]))
    const [query] = second.queries
    if (!query) throw new Error('Nothing was asked')
    return await explain(second.db, 'postgres', query)
  } finally {
    await second.close()
  }
}

const fresh = withApp('postgres')
const freshOwner = withPerson(fresh)
const freshEnvironment = withEnvironment(freshOwner, { A: '1' })

test('the row of a key and of an environment is found by its id before there are statistics', async () => {
  const { id: keyId } = await seedApiKey(freshOwner, freshEnvironment.projectId)
  const plan = await planOf(fresh, [{ keyId, environment: String(freshEnvironment.id) }])
  expect(plan).toMatch(/api_keys_pkey/)
  expect(plan).toMatch(/environments_pkey/)
  expect(plan).not.toMatch(/api_keys_of_project/)
})

beforeAll(async () => {
  const { id: keyId } = await seedApiKey(owner, production.projectId)
  const { db } = app.ctx
  for (let first = 1; first <= projects; first += atOnce)
    await db.connection().execute(async (connection) => {
      // The copies refer to nothing outside this test.
      await sql`set session_replication_role = replica`.execute(connection)
      for (const statement of filling(keyId, first, first + atOnce - 1)) await statement.execute(connection)
      await sql`set session_replication_role = default`.execute(connection)
    })
  await sql`analyze`.execute(db)
}, 300_000)

test.each([
  ['alone', () => undefined],
  ['with the ends of chains', (project: number) => project],
])(
  `the state of ${questions} answers among ${projects * keysEach} keys is read by index, %s`,
  async (_, chainOf) => {
    const calls = Array.from({ length: questions }, (_, n) => ({
      keyId: `${n + 1}-7`,
      environment: 'e3',
      chain: chainOf(1001 + n),
    }))
    const plan = await planOf(app, calls)
    // A handful of plans is read as fast without an index.
    expect(plan).not.toMatch(/Seq Scan on (?!plans)/)
    expect(plan.match(/Index (Only )?Scan/g)?.length).toBeGreaterThanOrEqual(7)
  },
)
