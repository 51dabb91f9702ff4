import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../../../dev/world/new-database.ts'
import { connect, type Database } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { runTransaction } from '../transaction.ts'

let url: string
let open: Database[] = []
beforeEach(async () => {
  url = await newDatabase()
})
afterEach(async () => {
  for (const database of open) await database.close()
  open = []
})

const opened = (namedStatements = true): Kysely<Tables> => {
  const postgres = { poolSize: 12, lockMs: 60_000, idleMs: 60_000, namedStatements }
  const database = connect({ databaseUrl: url, dataDir: '', postgres })
  open.push(database)
  return database.db
}
const plus = (db: Kysely<Tables>, left: number, more = 0) =>
  sql<{ sum: number }>`select ${left}::int + ${sql.lit(more)} as sum`.execute(db)
/** The named statements of this connection. */
const named = async (db: Kysely<Tables>) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
/** Runs on one connection. */
const onOne = <T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>) =>
  db.connection().execute(work)

test('a repeated statement is named from its third use on', async () => {
  await onOne(opened(), async (db) => {
    await plus(db, 1)
    await plus(db, 2)
    expect(await named(db)).toEqual([])
    for (const left of [3, 4, 5]) expect((await plus(db, left)).rows).toEqual([{ sum: left }])
    expect(await named(db)).toEqual([{ statement: 'select $1::int + 0 as sum' }])
  })
})

test('a connection names at most 200 statements', async () => {
  await onOne(opened(), async (db) => {
    for (let more = 0; more < 220; more++)
      for (const left of [1, 2, 3]) expect((await plus(db, left, more)).rows).toEqual([{ sum: left + more }])
    expect(await named(db)).toHaveLength(200)
  })
})

test('no statement is named when names are switched off', async () => {
  await onOne(opened(false), async (db) => {
    for (const left of [1, 2, 3, 4]) await plus(db, left)
    expect(await named(db)).toEqual([])
  })
})

test('a column added meanwhile breaks no query, in a transaction or outside', async () => {
  const [node, newer] = [opened(), opened()]
  await sql`create table things (id int)`.execute(newer)
  await sql`insert into things values (1)`.execute(newer)
  const read = async (db: Kysely<Tables>) =>
    (await sql<object>`select * from things where id = ${1}`.execute(db)).rows
  // Several connections have the plan.
  const readOnMany = () =>
    Promise.all(
      Array.from({ length: 4 }, () =>
        onOne(node, async (db) => {
          for (let n = 0; n < 5; n++) await read(db)
          await sql`select pg_sleep(0.02)`.execute(db)
        }),
      ),
    )
  await readOnMany()
  await sql`alter table things add column name text default 'x'`.execute(newer)
  for (let n = 0; n < 6; n++) expect(await read(node)).toEqual([{ id: 1, name: 'x' }])
  await readOnMany()
  await sql`alter table things add column size int default 2`.execute(newer)
  const once = () => runTransaction(node, async (trx) => await read(trx))
  for (let n = 0; n < 6; n++) expect(await once()).toEqual([{ id: 1, name: 'x', size: 2 }])
})

test('a connection that lost its named statements breaks no query, in a transaction or outside', async () => {
  const db = opened()
  const lose = (on: Kysely<Tables>) => sql`deallocate all`.execute(on)
  await onOne(db, async (connection) => {
    for (const left of [1, 2, 3, 4]) await plus(connection, left)
    await lose(connection)
    for (const left of [5, 6, 7, 8]) expect((await plus(connection, left)).rows).toEqual([{ sum: left }])
  })
  let runs = 0
  const inTransaction = () =>
    runTransaction(db, async (trx) => {
      for (const left of [1, 2, 3, 4]) await plus(trx, left)
      if (runs++ === 0) await lose(trx)
      return (await plus(trx, 9)).rows
    })
  expect(await inTransaction()).toEqual([{ sum: 9 }])
  expect(runs).toBe(2)
})

test('a named statement fails like an unnamed one, and works the next time', async () => {
  const db = opened()
  for (const left of [1, 2, 3]) await plus(db, left)
  const wrong = () => sql`select ${1}::int / ${0}::int`.execute(db)
  for (let n = 0; n < 5; n++) await expect(wrong()).rejects.toMatchObject({ code: '22012' })
  await expect(sql`select ${1} from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' })
  expect((await plus(db, 7)).rows).toEqual([{ sum: 7 }])
})
