import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../../dev/world/new-database.ts'
import { isUnavailable } from './is-unavailable.ts'
import { openPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

/** A proxy between the server and PostgreSQL. It can break connections, or silently stop forwarding. */
async function lineTo(target: URL) {
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const silent = isSilent
    open.add(near)
    near.on('error', () => {})
    far.on('error', () => {})
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    near.on('data', (bytes) => silent || isSilent || far.write(bytes))
    far.on('data', (bytes) => silent || isSilent || near.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address?.port)
  return {
    url: url.href,
    breakOff: () => {
      for (const socket of open) socket.resetAndDestroy()
    },
    setSilent: (value: boolean) => {
      isSilent = value
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

let line: Awaited<ReturnType<typeof lineTo>>
let db: Kysely<Tables>
beforeEach(async () => {
  line = await lineTo(new URL(await newDatabase()))
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
