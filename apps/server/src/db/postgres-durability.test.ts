import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../../dev/world/postgres.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openData } from '../instance/open-data.ts'
import { connect, type Database } from './connect.ts'
import { findRecordingFault } from './marks/check-recording.ts'
import { migrate } from './migrate.ts'
import { isUnavailable } from './storage-errors.ts'
import type { Tables } from './tables.ts'
import { runTransaction } from './transaction.ts'

// A separate cluster, because these settings apply to a whole cluster.
let postgres: Postgres
let dataDir: string
let config: Config
let database: Database
beforeAll(async () => {
  postgres = await startPostgres()
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-durable-'))
  const DATABASE_URL = await postgres.createDatabase('durable')
  config = readConfig({ DATABASE_URL, DATA_DIR: dataDir, SERVER_SECRET: newServerSecret() })
  database = connect({ databaseUrl: DATABASE_URL, dataDir })
  await migrate(database, serverSecrets(parseServerSecrets(config.serverSecret?.reveal() ?? '')))
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true })
})

const setForAll = async (setting: string) => {
  await sql.raw(`alter system ${setting}`).execute(database.db)
  await sql`select pg_reload_conf()`.execute(database.db)
  const [name] = setting.replace(/^(?:set|reset) /, '').split(' ')
  const before = setting.startsWith('set') ? setting.split("'")[1] : undefined
  for (;;) {
    const { rows } = await sql<{ now: string }>`select current_setting(${name}) as now`.execute(database.db)
    if (before === undefined || rows[0]?.now === before) return
    await sleep(20)
  }
}

const insert = (key: string) => (db: Kysely<Tables>) =>
  db.insertInto('instance').values({ key, value: '' }).execute()
const isStored = async (key: string) =>
  (await database.db.selectFrom('instance').select('key').where('key', '=', key).execute()).length === 1

test('rejects fsync = off at the start', async () => {
  await setForAll("set fsync = 'off'")
  await expect(openData(config)).rejects.toMatchObject({
    message: expect.stringMatching(/PostgreSQL runs with fsync = off.*Set fsync = on/),
    isTemporary: false,
  })
  await setForAll("set fsync = 'on'")
  const { database: opened } = await openData(config)
  await opened.close()
})

/** Ends a write's wait for a standby. @returns its error, if it waited */
async function endWait(write: Promise<unknown>): Promise<unknown> {
  let isDone = false
  const outcome = write
    .then(() => undefined)
    .catch((error: unknown) => error)
    .finally(() => {
      isDone = true
    })
  // Others may wait too, such as the vacuum.
  const endWaits = sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
  while (!isDone) {
    await endWaits.execute(database.db)
    await sleep(20)
  }
  return await outcome
}

test.each<[string, (key: string) => Promise<unknown>]>([
  ['a transaction', (key) => runTransaction(database.db, insert(key))],
  ['a statement of its own', (key) => insert(key)(database.db)],
  [
    'a statement that reads what its parts write',
    (key) =>
      sql`with added as (insert into instance (key, value) values (${key}, '') returning key) select * from added`.execute(
        database.db,
      ),
  ],
])('a commit that no standby has confirmed fails: %s', async (name, write) => {
  onTestFinished(() => setForAll("set synchronous_standby_names = ''"))
  await setForAll("set synchronous_standby_names = 'nobody'")
  // Another process of PostgreSQL puts the setting into effect, after the sessions have it.
  for (let n = 1; !(await endWait(insert(`${name}, early ${n}`)(database.db))); n++) await sleep(20)
  const error = await endWait(write(name))
  expect(error).toMatchObject({ name: 'CommitWarning', code: '01000' })
  expect(isUnavailable(error), 'callers get 503').toBe(true)
  expect(await isStored(name), 'it is stored here, and perhaps nowhere else').toBe(true)
})

test('a transaction that continued after an error fails with that error, because COMMIT rolls it back', async () => {
  const outcome = runTransaction(database.db, async (trx) => {
    await insert('after an error')(trx)
    await sql`select nonsense`.execute(trx).catch(() => {})
  })
  await expect(outcome).rejects.toMatchObject({ code: '42703' })
  expect(await isStored('after an error')).toBe(false)
})

test('a hot standby is rejected at the start until it is the primary, and is not ready', async () => {
  expect(await findRecordingFault(database)).toBeUndefined()
  await postgres.becomeStandby()
  await expect(openData(config)).rejects.toMatchObject({
    message: expect.stringMatching(/PostgreSQL is a standby.*Set DATABASE_URL to the primary/),
    isTemporary: true,
  })
  expect((await findRecordingFault(database))?.text).toMatch(/is a standby/)
})
