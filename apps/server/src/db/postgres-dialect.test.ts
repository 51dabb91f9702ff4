import { once } from 'node:events'
import { createServer } from 'node:net'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../../../dev/world/new-database.ts'
import { connect, type Database } from './connect.ts'
import { isUnavailable } from './is-unavailable.ts'
import { migrate } from './migrate.ts'
import { openPool } from './postgres-pool.ts'
import { runTransaction } from './transaction.ts'

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

test('opens no more connections than configured', async () => {
  const sleepers = Array.from({ length: 6 }, () => sql`select pg_sleep(0.2)`.execute(database.db))
  await Promise.all(sleepers)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database()`.execute(database.db)
  expect(rows[0]?.n).toBe(3)
})
