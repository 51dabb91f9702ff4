import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { isUnavailable } from './is-unavailable.ts'
import { migrate } from './migrate.ts'
import { runTransaction, type Transact } from './transaction.ts'

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
