import { cp, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { appendUsage, lockHeadsOf } from '../../features/audit-log/append-usage.ts'
import { type OpenedData, openData } from '../../instance/open-data.ts'
import type { Runner } from '../../jobs/runner.ts'
import { createClock } from '../clock.ts'
import { connect } from '../connect.ts'
import { inTransaction } from '../transaction.ts'
import { readHighWaterMark, writeHighWaterMark } from './high-water-mark.ts'
import { maintainStorage } from './maintain-storage.ts'
import { createNewestUsage, type NewestUsage, readStoredState } from './stored-heads.ts'

let dataDir: string
let data: OpenedData
let maintenance: Runner
let failed: string[]
let newestUsage: NewestUsage
beforeEach(async () => {
  failed = []
  newestUsage = createNewestUsage()
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-maintain-'))
  data = await openData(readConfig({ DATA_DIR: dataDir, SERVER_SECRET: newServerSecret() }))
  const { database, secrets } = data
  const mark = await readStoredState(database.db)
  await writeHighWaterMark(dataDir, secrets, mark)
  const clock = await createClock(database)
  const log = { taskFailed: ({ task }: { task: string }) => void failed.push(task), clockOff: () => {} }
  maintenance = maintainStorage({ database, dataDir, secrets, clock, mark, newestUsage, log })
})
afterEach(async () => {
  await data.database.close()
  await rm(dataDir, { recursive: true })
})

const setRoot = async (number: number) => {
  const { db } = data.database
  await db.deleteFrom('audit_roots').execute()
  const bytes = Buffer.alloc(33, number)
  await db.insertInto('audit_roots').values({ number, at: 1, chains: 0, digest: bytes, mac: bytes }).execute()
}
const readMark = async () => JSON.parse(await readFile(join(dataDir, 'high-water-mark.json'), 'utf8'))
const markedRoot = async () => (await readMark()).root.sequence

/** Appends usage as a recorder does. */
const call = (projectId: number) =>
  inTransaction({ ...data.database, secrets: data.secrets, clock: Date.now }, async (tx) => {
    const entry = {
      keyId: 'k',
      projectId,
      durationUs: 1,
      requestId: 'r',
      status: 200,
      variables: 1,
      environmentId: null,
      environmentName: 'production',
      method: 'GET',
      endpoint: '/',
      ip: '::1',
      calls: 1,
    }
    const { ends } = await appendUsage(tx, [entry], await lockHeadsOf(tx, [entry]))
    newestUsage.committed = ends.at(-1)
  })

test('the mark follows the chains and never goes back; a database replaced meanwhile is a fault', async () => {
  await setRoot(5)
  await maintenance.runDue()
  expect(await markedRoot()).toBe(5)
  expect(data.database.faults.first).toBeUndefined()
  await setRoot(3)
  await maintenance.runDue()
  await maintenance.stop()
  expect(await markedRoot()).toBe(5)
  expect(data.database.faults.first).toMatch(/older than this server last saw it/)
  expect(failed).toEqual([])
})

test('the mark follows the newest usage of this process; a database that lacks it is a fault', async () => {
  await call(7)
  await maintenance.runDue()
  expect((await readMark()).usage).toMatchObject({ projectId: 7, sequence: 1 })
  await call(9)
  await call(7)
  await maintenance.runDue()
  expect((await readMark()).usage).toMatchObject({ projectId: 7, sequence: 2 })
  expect(data.database.faults.first).toBeUndefined()
  await data.database.db.deleteFrom('usage_packs').where('first_sequence', '=', 2).execute()
  await data.database.db.updateTable('usage_heads').set({ sequence: 1 }).execute()
  await maintenance.runDue()
  expect(data.database.faults.first).toMatch(/older than this server last saw it/)
})

test.each([
  ['removed', 'delete from usage_heads'],
  ['replaced', `update usage_packs set link = x'00'`],
])('newest usage that was %s before a mark covers it is a fault', async (_, harm) => {
  await call(7)
  await sql.raw(harm).execute(data.database.db)
  await maintenance.runDue()
  expect(data.database.faults.first).toMatch(/older than this server last saw it/)
  expect((await readMark()).usage).toBeNull()
})

test('a mark that was changed, or that a version before 1.0 wrote, is rejected', async () => {
  await maintenance.stop()
  const file = join(dataDir, 'high-water-mark.json')
  const mark = JSON.parse(await readFile(file, 'utf8'))
  expect(await readHighWaterMark(dataDir, data.secrets)).toMatchObject({ instanceId: mark.instanceId })
  for (const change of [{ instanceId: 'two' }, { version: 1 }]) {
    await writeFile(file, JSON.stringify({ ...mark, ...change }))
    await expect(readHighWaterMark(dataDir, data.secrets)).rejects.toThrow(
      'is damaged, from a version before 1.0, or was not written under this server secret',
    )
  }
})

test('once writes stop, the database file alone contains everything', async () => {
  await setRoot(9)
  for (const _ of [1, 2]) await maintenance.runDue()
  const copy = await mkdtemp(join(tmpdir(), 'envhold-copy-'))
  await cp(join(dataDir, 'envhold.db'), join(copy, 'envhold.db'))
  const otherSecret = readConfig({ DATA_DIR: copy, SERVER_SECRET: newServerSecret() })
  await expect(openData(otherSecret), 'it is that vault and no empty one').rejects.toThrow(
    /not the secret of this database/,
  )
  const database = connect({ databaseUrl: undefined, dataDir: copy })
  expect((await readStoredState(database.db)).root.sequence).toBe(9)
  await database.close()
  await maintenance.stop()
  await rm(copy, { recursive: true })
})

test('logs a failure once until it works again', async () => {
  await setRoot(5)
  const inTheWay = join(dataDir, `high-water-mark.json.${process.pid}`)
  await mkdir(inTheWay)
  for (const _ of [1, 2, 3]) await maintenance.runDue()
  expect(failed).toEqual(['high-water-mark'])
  await rmdir(inTheWay)
  await maintenance.runDue()
  expect(await markedRoot()).toBe(5)
})
