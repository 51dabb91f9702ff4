import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { answerWritesOf } from './invalidating-writes.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

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
