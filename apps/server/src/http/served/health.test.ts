import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { canMount, createSmallDisk } from '../../../../../dev/faults/small-disk.ts'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { findVersionFault } from '../../db/check-version.ts'
import { requiredMigration } from '../../db/every-migration.ts'

const readyAgain = async ({ fetch }: TestApp) => {
  for (;;) {
    const answer = await fetch('/api/health/ready')
    if (answer.status === 200) return true
    await sleep(100)
  }
}

forEachEngine((engine) => {
  const app = withApp(engine)

  test('reports that the process is live and ready', async () => {
    expect(await app.as().call(readLiveness, {})).toMatchObject({ status: 'ok' })
    const parts = { process: 'ok', database: 'ok', ...(engine === 'sqlite' && { disk: 'ok' }) }
    expect(await app.as().call(readReadiness, {})).toMatchObject({ status: 'ok', parts })
  })

  test('a server is not ready once a newer version has migrated its database', async () => {
    const older = await appForTests(engine)
    const note = (key: string, value: string) =>
      older.ctx.db.updateTable('instance').set({ value }).where('key', '=', key).execute()
    // The newer version only added.
    await note('migrated', '9999-from-the-future')
    expect(await findVersionFault(older.ctx.db)).toBeUndefined()
    await note('required-migration', '9999-from-the-future')
    await expect.poll(async () => (await older.fetch('/api/health/ready')).status).toBe(503)
    const answer = await older.fetch('/api/health/ready')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      details: [
        { path: 'database', message: expect.stringMatching(/newer version .*9999-from-the-future.*Replace/) },
      ],
    })
    await note('required-migration', requiredMigration)
    expect(await readyAgain(older)).toBe(true)
    await older.stop()
  })

  test('names the database when it fails, and stays live', async () => {
    const failing = await appForTests(engine)
    // Kysely destroys nothing before the first query.
    await failing.ctx.db.selectFrom('instance').select('key').execute()
    await failing.ctx.db.destroy()
    const refused = await failing
      .as()
      .call(readReadiness, {})
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE', details: [{ path: 'database' }] })
    expect(await failing.as().call(readLiveness, {})).toMatchObject({ status: 'ok' })
    await failing.stop()
  })
})

test('a read-only PostgreSQL makes the server not ready, until it accepts writes again', async () => {
  const app = await appForTests('postgres')
  const { db } = app.ctx
  const name = sql.id(
    (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name ?? '',
  )
  const endOthers = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
  await db.connection().execute(async (connection) => {
    await endOthers.execute(connection)
    // A connection that has just ended may still be in the pool.
    await expect
      .poll(async () => (await app.fetch('/api/health/ready')).json())
      .toMatchObject({
        error: 'UNAVAILABLE',
        details: [
          { path: 'database', message: expect.stringMatching(/default_transaction_read_only is on/) },
        ],
      })
    await sql`alter database ${name} set default_transaction_read_only = off`.execute(connection)
    await endOthers.execute(connection)
  })
  expect(await readyAgain(app)).toBe(true)
  await app.stop()
})

test.runIf(canMount)('a full disk makes the server not ready, until there is space again', async () => {
  const disk = await createSmallDisk(1)
  const app = await appForTests('sqlite', { DATA_DIR: disk.folder })
  disk.fill()
  const answer = await app.fetch('/api/health/ready')
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { details: [{ path: 'disk', message: 'The disk that holds the data folder is full.' }] },
  ])
  await disk.free()
  expect(await readyAgain(app)).toBe(true)
  await app.stop()
  await disk.remove()
})

test('a damaged file makes the server not ready, and the response does not reveal its path', async () => {
  const app = await appForTests('sqlite')
  app.faults.add('The database file is damaged.')
  const answer = await app.fetch('/api/health/ready')
  expect(answer.status).toBe(503)
  const body = await answer.text()
  expect(body).toContain('The database file is damaged.')
  expect(body).not.toContain(app.ctx.config.dataDir)
  await app.stop()
})

test('the readiness check of SQLite leaves nothing in the database', async () => {
  const app = await appForTests('sqlite')
  const { dataDir } = app.ctx.config
  const files = () => readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size])
  const before = files()
  await app.fetch('/api/health/ready')
  expect(files()).toEqual(before)
  await app.stop()
})

test('the readiness check of PostgreSQL writes a temporary file to its disk and leaves no row', async () => {
  const app = await appForTests('postgres')
  const { db } = app.ctx
  const countFiles = async () => {
    const { rows } = await sql<{ files: number }>`
      select temp_files as files from pg_stat_database where datname = current_database()`.execute(db)
    return rows[0]?.files ?? 0
  }
  const before = await countFiles()
  await app.fetch('/api/health/ready')
  while ((await countFiles()) === before) await sleep(100)
  await app.stop()
})
