import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabase } from '../../../../dev/world/described-schema/describe-database.ts'
import { dumpAt } from '../../../../dev/world/dump-database.ts'
import { connect, type Database } from './connect.ts'
import { additiveMigrations, firstMigration, migrations } from './every-migration.ts'
import type { TableDescription } from './schema/table.ts'
import { everyTable } from './tables.ts'

let dataDir: string
let database: Database
let secrets: ReturnType<typeof serverSecrets>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-additive-'))
  const text = await readFile(new URL('vectors/0031-sqlite.sql', import.meta.url), 'utf8')
  const file = new DatabaseSync(join(dataDir, 'envhold.db'))
  file.exec(text)
  file.close()
  secrets = serverSecrets(parseServerSecrets(/^-- SERVER_SECRET=(\S+)$/m.exec(text)?.[1] ?? ''))
  database = connect({ dataDir, databaseUrl: undefined })
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const isSigned = (table: string, column: string) =>
  everyTable.some(({ name, columns }: TableDescription) => name === table && columns[column]?.spec.signed)

/** What an older server would miss or misread; nothing for a migration that only adds. */
async function findChanges(work: () => Promise<unknown>): Promise<string[]> {
  const read = async () => ({
    tables: await describeDatabase(database.db, 'sqlite'),
    rows: await dumpAt({ dataDir }),
  })
  const before = await read()
  await work()
  const after = await read()
  return Object.entries(before.tables).flatMap(([name, table]) => {
    const now = after.tables[name]
    if (!now) return [`${name} is gone`]
    const former = Object.keys(table.columns)
    const added = Object.keys(now.columns).filter((column) => !former.includes(column))
    const shape = (one: typeof now) => [former.map((column) => one.columns[column]), one.key, one.uniques]
    const rows = (all: typeof before.rows) =>
      all.get(name)?.map((row) => former.map((column) => (name === 'instance' ? null : row[column])))
    const same = (left: unknown, right: unknown) =>
      JSON.stringify(left, textOf) === JSON.stringify(right, textOf)
    return [
      ...(same(shape(table), shape(now)) ? [] : [`${name} has other columns or keys`]),
      ...(same(rows(before.rows), rows(after.rows)) ? [] : [`${name} has other rows`]),
      ...added
        .filter((column) => {
          const { isRequired, default: value } = now.columns[column] ?? {}
          return isSigned(name, column) || (isRequired && value === null)
        })
        .map((column) => `${name}.${column} is required, or under a MAC`),
    ]
  })
}

const textOf = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

test('migrations that are marked as additive only add', async () => {
  const changes: Record<string, string[]> = { [firstMigration]: [] }
  for (const [name, migration] of migrations)
    changes[name] = await findChanges(() => migration(database.db, 'sqlite', secrets))
  for (const name of additiveMigrations) expect(changes[name], name).toEqual([])
})

test.each([
  ['alter table sessions drop column user_agent', 'sessions has other columns or keys'],
  [
    'alter table account_phases add column keep_people text',
    'account_phases.keep_people is required, or under a MAC',
  ],
  ['update plans set api_features = \'{"sso":true}\'', 'plans has other rows'],
  ['drop table leases', 'leases is gone'],
])('%s is not additive', async (statement, change) => {
  expect(await findChanges(() => sql.raw(statement).execute(database.db))).toContain(change)
})
