import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Cell, type Dump, dumpAt } from '../../../../../dev/world/dump-database.ts'
import { newDatabase } from '../../../../../dev/world/new-database.ts'
import { variablesOf } from '../../../../../dev/world/seed-project.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../../dev/world/start-server.ts'
import { withStoppedInstance } from '../../../../../dev/world/stopped-instance.ts'
import { migrateWithin } from '../../db/migrate.ts'
import { copyTables, matchTables } from './copy-tables.ts'
import { openPostgresCopy } from './postgres-copy-store.ts'
import { openSqliteRows } from './sqlite-rows-store.ts'

const instance = withStoppedInstance()

const edit = (file: string, work: (database: DatabaseSync) => void) => {
  const database = new DatabaseSync(file)
  try {
    work(database)
  } finally {
    database.close()
  }
}

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const comparable = (cell: Cell | undefined) =>
  cell instanceof Uint8Array ? `bytes ${Buffer.from(cell).toString('hex')}` : String(cell)

/** The rows of a table as sorted text, without the marks of a move. */
const rowsIn = (dump: Dump, table: string): string[] =>
  (dump.get(table) ?? [])
    .filter(({ key }) => table !== 'instance' || (key !== 'moved-to' && key !== 'copy-of'))
    .map((row) =>
      Object.keys(row)
        .toSorted()
        .map((name) => `${name}=${comparable(row[name])}`)
        .join(' '),
    )
    .toSorted()

const tablesIn = (dump: Dump) => [...dump.keys()].filter((name) => !name.startsWith('sqlite_')).toSorted()

test('a moved instance has the same rows, and a server serves it like before', async () => {
  const copy = await instance.copy()
  edit(copy.file, (database) => database.exec("update sqlite_sequence set seq = 5000 where name = 'users'"))
  const { code, said } = await copy.moveInProcess()
  expect(said).toMatch(/users: \d+ rows copied/)
  expect(code, said).toBe(0)
  expect(said).not.toContain(new URL(copy.databaseUrl).password)

  const [sqlite, postgres] = [await dumpAt({ dataDir: copy.dataDir }), await dumpAt(copy)]
  for (const table of tablesIn(sqlite)) expect(rowsIn(postgres, table), table).toEqual(rowsIn(sqlite, table))

  // A row of the default partition could not be dropped with its day.
  expect(await ask(copy.databaseUrl, 'select 1 from usage_packs')).not.toEqual([])
  expect(await ask(copy.databaseUrl, 'select 1 from usage_packs_rest')).toEqual([])

  const server = await startServer({ engine: 'postgres', settings: copy.settings.postgres })
  try {
    const injected = await fetch(`${server.url}/api/v1/inject/${instance.projectId}/production`, {
      headers: { 'x-api-key': instance.apiKey },
    })
    expect(await injected.text()).toBe(instance.injected)
    const { email, password, masterPassword = '' } = instance.owner
    const { token } = await createClient({ server: server.url }).call(login, { body: { email, password } })
    const client = createClient({
      server: server.url,
      headers: () => ({
        authorization: `Bearer ${token}`,
        'x-master-password': encodeURIComponent(masterPassword),
      }),
      timeoutMs: 120_000,
    })
    expect(await variablesOf({ client }, instance.environmentId)).toEqual({ A: 'x', B: 'x', C: 'x', D: 'x' })
    // No id is used again, not even that of a deleted account.
    expect((await signUp(server.url)).userId).toBe(5001)
  } finally {
    await server.end()
  }
})

/** A row of any content for a table that has none. */
const fill = (database: DatabaseSync, table: string) => {
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
  const references = 'select "table", "to" from pragma_foreign_key_list(?) where "from" = ?'
  const cells = columns.map(({ name, type }) => {
    const parent = database.prepare(references).get(table, String(name))
    if (parent)
      return Number(database.prepare(`select "${parent.to}" as id from "${parent.table}" limit 1`).get()?.id)
    switch (String(type).toLowerCase()) {
      case 'blob':
        return randomBytes(33)
      case 'text':
        return 'Grüße \u{1f600}'
      case 'double precision':
        return 9.99
      case 'bigint':
        return Number.MAX_SAFE_INTEGER
      default:
        // PostgreSQL's `integer` has 32 bits.
        return 2_147_483_647
    }
  })
  database.prepare(`insert into "${table}" values (${cells.map(() => '?').join(', ')})`).run(...cells)
}

test('every table of the schema is copied, also one that is mostly empty', async () => {
  const copy = await instance.copy()
  edit(copy.file, (database) => {
    database.exec('pragma foreign_keys = off')
    const names = database.prepare("select name from sqlite_schema where type = 'table'").all()
    for (const name of names.map((row) => String(row.name)))
      if (database.prepare(`select count(*) as n from "${name}"`).get()?.n === 0) fill(database, name)
  })
  const rows = openSqliteRows(copy.dataDir)
  const target = await openPostgresCopy(copy.databaseUrl)
  try {
    await target.transact(async () => {
      await migrateWithin(target.db, 'postgres', serverSecrets(parseServerSecrets(instance.serverSecret)))
      const tables = matchTables(rows.tables(), await target.readTables())
      await target.emptyTables(tables)
      await copyTables(rows, target, tables, () => {})
    })
  } finally {
    rows.close()
    await target.close()
  }
  const [sqlite, postgres] = [await dumpAt({ dataDir: copy.dataDir }), await dumpAt(copy)]
  for (const table of tablesIn(sqlite)) {
    expect(rowsIn(sqlite, table), table).not.toEqual([])
    expect(rowsIn(postgres, table), table).toEqual(rowsIn(sqlite, table))
  }
})

test('a move that is killed leaves the data folder as it was and nothing to serve, and can be run again', async () => {
  const copy = await instance.copy()
  for (const killAt of [/users: \d+ rows copied/, /Verifying the instance in PostgreSQL/]) {
    expect((await copy.moveInProcess(killAt)).code).toBe(null)
    const tables = 'select 1 from pg_tables where schemaname = current_schema()'
    // PostgreSQL notices the lost connection after a moment.
    await expect.poll(() => ask(copy.databaseUrl, tables), { timeout: 20_000 }).toEqual([])
  }
  const { code, said } = await copy.move()
  expect(code, said).toBe(0)
})

const marksIn = (file: string) => {
  let marks: Record<string, unknown>[] = []
  edit(file, (database) => {
    marks = database.prepare("select key, value from instance where key in ('moved-to', 'copy-of')").all()
  })
  return marks
}

const refusalOf = async (engine: 'sqlite' | 'postgres', settings: Readonly<Record<string, string>>) => {
  const server = await startServer({ engine, settings }).catch((error: unknown) => error)
  if (server instanceof Error) return server.message
  await (server as Awaited<ReturnType<typeof startServer>>).end()
  throw new Error('The server should not have started')
}

test('between its commits a move leaves at most one database that can be served', async () => {
  const copy = await instance.copy()
  expect((await copy.move()).code).toBe(0)
  const moved = marksIn(copy.file).find(({ key }) => key === 'moved-to')
  const { id } = JSON.parse(String(moved?.value))
  const [{ value: instanceId }] = (await ask(
    copy.databaseUrl,
    "select value from instance where key = 'instance-id'",
  )) as [{ value: string }]

  // As after a crash before the last commit: both are refused, and running it again completes the move.
  const mark = `insert into instance (key, value) values ('copy-of', '${JSON.stringify({ id, instanceId })}')`
  await ask(copy.databaseUrl, mark)
  expect(await refusalOf('sqlite', copy.settings.sqlite)).toMatch(/was moved to postgres:\/\/.*--back/)
  expect(await refusalOf('postgres', copy.settings.postgres)).toMatch(
    /incomplete copy.*envhold-server move again/,
  )
  expect((await copy.move()).code).toBe(0)
  expect(await ask(copy.databaseUrl, "select 1 from instance where key = 'copy-of'")).toEqual([])

  // As after a crash before the second one: the data folder is the instance, and the copy is made once more.
  await ask(copy.databaseUrl, mark)
  edit(copy.file, (database) => database.exec("delete from instance where key = 'moved-to'"))
  const server = await startServer({ engine: 'sqlite', settings: copy.settings.sqlite })
  const late = await signUp(server.url)
  await server.end()
  const { code, said } = await copy.move()
  expect(code, said).toBe(0)
  expect(await ask(copy.databaseUrl, `select email from users where id = ${late.userId}`)).toEqual([
    { email: late.email },
  ])
})

test('another database is not accepted for the copy', async () => {
  const copy = await instance.copy()
  expect((await copy.move()).code).toBe(0)
  const other = await newDatabase()
  const { code, said } = await copy.move([], { settings: { DATABASE_URL: other } })
  expect(said).toMatch(/has moved to postgres:.*does not contain that copy/)
  expect(code).toBe(1)
})
