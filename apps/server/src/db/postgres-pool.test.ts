import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Line, lineTo } from '../../../../dev/world/line-to.ts'
import { newDatabase } from '../../../../dev/world/new-database.ts'
import { isUnavailable } from './is-unavailable.ts'
import { openPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

let line: Line
let db: Kysely<Tables>
beforeEach(async () => {
  line = await lineTo(await newDatabase())
  db = new Kysely({
    dialect: new PostgresDialect({ pool: openPool(line.url, { size: 12, maxUseMs: 300 }) }),
  })
})
afterEach(async () => {
  line.close()
  await db.destroy()
})

const one = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one

test('a connection lost between two queries fails its transaction and nothing else', async () => {
  const broken = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    line.breakOff()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`select 1`.execute(trx)
  })
  expect(await broken.catch(isUnavailable)).toBe(true)
  expect(await one()).toBe(1)
})

test('a connection lost during a query fails that query and nothing else', async () => {
  expect(await one()).toBe(1)
  const slow = sql`select pg_sleep(5)`.execute(db).catch(isUnavailable)
  await new Promise((resolve) => setTimeout(resolve, 50))
  line.breakOff()
  expect(await slow).toBe(true)
  expect(await one()).toBe(1)
})

test('a server that stops responding does not block its callers forever', async () => {
  expect(await one()).toBe(1)
  line.setSilent(true)
  expect(await one().catch(isUnavailable)).toBe(true)
  line.setSilent(false)
  expect(await one()).toBe(1)
})

test('an unreachable database is unavailable; a wrong query is not', async () => {
  const closed = new URL(line.url)
  closed.port = '1'
  const nobody = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(closed.href, { size: 12 }) }),
  })
  expect(await nobody.selectFrom('instance').selectAll().execute().catch(isUnavailable)).toBe(true)
  await nobody.destroy()
  expect(await sql`select nonsense`.execute(db).catch(isUnavailable)).toBe(false)
})
