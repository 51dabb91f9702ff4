import { once } from 'node:events'
import { createServer } from 'node:net'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Line, lineTo } from '../../../../../dev/world/line-to.ts'
import { newDatabase } from '../../../../../dev/world/new-database.ts'
import { connect, type Database } from '../connect.ts'
import { hasTables } from '../marks/stored-heads.ts'
import { lockMigrations, migrate } from '../migrate.ts'
import { isUnavailable } from '../storage-errors.ts'
import type { Tables } from '../tables.ts'
import { runTransaction } from '../transaction.ts'
import { openPool } from './postgres-dialect.ts'

let database: Database
beforeAll(async () => {
  const databaseUrl = await newDatabase()
  const postgres = { poolSize: 3, lockMs: 300, idleMs: 600 }
  database = connect({ databaseUrl, dataDir: '', postgres })
  await migrate(database, serverSecrets(parseServerSecrets(newServerSecret())))
})
afterAll(() => database.close())

const timeouts = sql<{ lock: string; idle: string }>`
  select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`

test('timeouts belong to each transaction, and nothing is left on the connection', async () => {
  const { db } = database
  const inside = await runTransaction(db, async (trx) => (await timeouts.execute(trx)).rows[0])
  expect(inside).toEqual({ lock: '300ms', idle: '600ms' })
  expect((await timeouts.execute(db)).rows[0]).toEqual({ lock: '0', idle: '0' })
})

test('the startup message contains only what a pooler accepts: user, database, encoding', async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const pool = openPool(`postgres://ann@127.0.0.1:${port}/vault`, { size: 1 })
  const rejection = pool.query('select 1').catch(() => 'refused')
  const [socket] = await once(server, 'connection')
  const [startup] = (await once(socket, 'data')) as [Buffer]
  const words = startup.subarray(8).toString().split('\0')
  const names = words.filter((word, index) => index % 2 === 0 && word !== '')
  expect(new Set(names)).toEqual(new Set(['user', 'database', 'client_encoding']))
  socket.destroy()
  expect(await rejection).toBe('refused')
  await pool.end()
  server.close()
})

test('a lock wait times out, and an idle transaction is ended', async () => {
  const { db } = database
  const lockRow = sql`select 1 from instance where key = 'migrated' for update`
  const silent = runTransaction(db, async (trx) => {
    await lockRow.execute(trx)
    const rejection = await runTransaction(db, (other) => lockRow.execute(other)).catch(
      (error: unknown) => error,
    )
    expect(rejection).toMatchObject({ code: '55P03' })
    expect(isUnavailable(rejection)).toBe(true)
    // Queries nothing on this transaction's connection until PostgreSQL has ended it, which frees the lock.
    for (;;) {
      const free = await runTransaction(db, (other) => lockRow.execute(other)).then(
        () => true,
        () => false,
      )
      if (free) break
    }
    await lockRow.execute(trx)
  })
  const ended = await silent.catch((error: unknown) => error)
  expect(isUnavailable(ended)).toBe(true)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one).toBe(1)
})

test('a shared transaction in which the process stood still is ended after a quarter of the time, and run again', async () => {
  const { groupCommit } = database
  const attempts: number[] = []
  const began = performance.now()
  const row = await groupCommit(async (trx) => {
    const { rows } = await timeouts.execute(trx)
    attempts.push(performance.now() - began)
    // Blocks this thread, so that nothing in it reads that PostgreSQL has ended the transaction.
    if (attempts.length === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    await sql`select 1`.execute(trx)
    return rows[0]
  })
  expect(row).toEqual({ lock: '300ms', idle: '150ms' })
  expect(attempts.length).toBeGreaterThan(1)
})

test('a migration waits for that of another node for longer than a connection may be in use', async () => {
  const databaseUrl = await newDatabase()
  const limits = { poolSize: 2, lockMs: 300, idleMs: 600 }
  const first = connect({ databaseUrl, dataDir: '', postgres: limits })
  const second = connect({ databaseUrl, dataDir: '', postgres: { ...limits, maxUseMs: 300 } })
  const secrets = serverSecrets(parseServerSecrets(newServerSecret()))
  let migrated = Promise.resolve()
  await runTransaction(first.db, async (trx) => {
    await lockMigrations(trx)
    migrated = migrate(second, secrets)
    migrated.catch(() => {})
    await sql`select pg_sleep(1.2)`.execute(trx)
  })
  await migrated
  expect(await hasTables(first.db, 'postgres')).toBe(true)
  await Promise.all([first.close(), second.close()])
})

test('opens no more connections than configured', async () => {
  const sleepers = Array.from({ length: 6 }, () => sql`select pg_sleep(0.2)`.execute(database.db))
  await Promise.all(sleepers)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database()`.execute(database.db)
  expect(rows[0]?.n).toBe(3)
})

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
