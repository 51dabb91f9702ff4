import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { isUnavailable } from '../storage-errors.ts'
import type { Tables } from '../tables.ts'
import { runTransaction, type Transact } from '../transaction.ts'
import { answerWritesOf, sqliteDialect } from './sqlite-dialect.ts'

let dataDir: string
let database: Database
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-sqlite-'))
  database = connect({ databaseUrl: undefined, dataDir })
  await migrate(database, serverSecrets(parseServerSecrets(newServerSecret())))
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const ways: Record<string, () => Transact> = {
  'a transaction of its own': () => (work) => runTransaction(database.db, work),
  'a shared commit': () => database.groupCommit,
}

test.each(Object.entries(ways))(
  'reports a full disk as such and leaves nothing behind: %s',
  async (_, way) => {
    const { db } = database
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${(pages.rows[0]?.page_count ?? 0) + 1}`).execute(db)
    const put = (key: string) =>
      way()(async (trx) => {
        await trx.insertInto('instance').values({ key, value: 'small' }).execute()
        await trx
          .insertInto('instance')
          .values({ key: `${key} more`, value: 'x'.repeat(20_000) })
          .execute()
        return 'stored'
      })
    expect(await put('first').catch(isUnavailable)).toBe(true)
    await sql.raw('pragma max_page_count = 100000').execute(db)
    expect(await put('second')).toBe('stored')
    const rows = await db.selectFrom('instance').select('key').where('value', '=', 'small').execute()
    expect(rows).toEqual([{ key: 'second' }])
    const level = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
    expect(level.rows[0]?.synchronous).toBe(2)
  },
)

test('lets the event loop turn between transactions', async () => {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  const until = performance.now() + 10_000
  while (!turned && performance.now() < until)
    await runTransaction(database.db, (trx) => trx.selectFrom('instance').select('key').execute())
  expect(turned).toBe(true)
})

const file = new DatabaseSync(':memory:')
file.exec(`
  pragma foreign_keys = on;
  create table owners (id integer primary key);
  create table projects (id integer primary key, name text, owner integer references owners (id) on delete cascade);
  create table api_keys (id text primary key, is_active integer);
  create table rate_windows (id integer primary key);
  create table key_counters (counter text primary key, total integer);
`)
const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
afterEach(() => file.exec('delete from projects; delete from api_keys'))

test.each([
  ['an insert', "insert into projects (name) values ('a')", 1],
  ['an insert that returns its row', "insert into projects (name) values ('a') returning id", 1],
  ['an upsert', 'insert into projects (id) values (1) on conflict (id) do update set name = id', 1],
  ['an update', "update projects set name = 'b'", 1],
  [
    'an update in a common table expression',
    'with a as (select 1 as n) update projects set name = a.n from a',
    1,
  ],
  ['a delete', 'delete from projects', 1],
  ['a delete by a foreign key', 'delete from owners where id = 1', 1],
  ["a key's flag", 'update api_keys set is_active = 0', 1],
  [
    "a key's counters",
    'insert into key_counters select id, 1 from api_keys where true on conflict (counter) do update set total = 1',
    0,
  ],
  ['another table', 'insert into rate_windows (id) values (null)', 0],
  ['a read', 'select * from projects', 0],
  ['a pragma', 'pragma data_version', 0],
])('counts each run of %s', async (_, statement, counted) => {
  for (let run = 0; run < 2; run++) {
    const before = answerWritesOf(db)
    await sql.raw(statement).execute(db)
    expect(answerWritesOf(db) - before).toBe(counted)
  }
})

test('counts inside a transaction', async () => {
  const before = answerWritesOf(db)
  await db.transaction().execute((trx) => sql`delete from projects`.execute(trx))
  expect(answerWritesOf(db) - before).toBe(1)
})
