import { cp, mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type OpenedData, openData } from '../open-data.ts'
import { createClock } from './clock.ts'
import { connect } from './connect.ts'
import { writeHighWaterMark } from './high-water-mark.ts'
import { type Maintenance, maintainStorage } from './maintain-storage.ts'
import { readStoredState } from './stored-heads.ts'

let dataDir: string
let data: OpenedData
let maintenance: Maintenance
let failed: string[]
beforeEach(async () => {
  failed = []
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-maintain-'))
  data = await openData(readConfig({ DATA_DIR: dataDir, SERVER_SECRET: newServerSecret() }))
  const { database, secrets } = data
  const mark = await readStoredState(database.db)
  await writeHighWaterMark(dataDir, secrets, mark)
  const clock = await createClock(database)
  const log = { taskFailed: ({ task }: { task: string }) => void failed.push(task), clockOff: () => {} }
  maintenance = maintainStorage({ database, dataDir, secrets, clock, mark, log })
})
afterEach(async () => {
  await data.database.close()
  await rm(dataDir, { recursive: true })
})

const setHead = (sequence: number) =>
  data.database.db.updateTable('chain_heads').set({ sequence }).where('chain', '=', 'usage').execute()
const markedUsage = async () =>
  JSON.parse(await readFile(join(dataDir, 'high-water-mark.json'), 'utf8')).heads.usage.sequence

test('the mark follows the chains and never goes back; a database replaced meanwhile is a fault', async () => {
  await setHead(5)
  await maintenance.runTick()
  expect(await markedUsage()).toBe(5)
  expect(data.database.faults.first).toBeUndefined()
  await setHead(3)
  await maintenance.runTick()
  await maintenance.stop()
  expect(await markedUsage()).toBe(5)
  expect(data.database.faults.first).toMatch(/older than this server last saw it/)
  expect(failed).toEqual([])
})

test('once writes stop, the database file alone contains everything', async () => {
  await setHead(9)
  for (const _ of [1, 2]) await maintenance.runTick()
  const copy = await mkdtemp(join(tmpdir(), 'envhold-copy-'))
  await cp(join(dataDir, 'envhold.db'), join(copy, 'envhold.db'))
  const otherSecret = readConfig({ DATA_DIR: copy, SERVER_SECRET: newServerSecret() })
  await expect(openData(otherSecret), 'it is that vault and no empty one').rejects.toThrow(
    /not the secret of this database/,
  )
  const database = connect({ databaseUrl: undefined, dataDir: copy })
  expect((await readStoredState(database.db)).heads.usage.sequence).toBe(9)
  await database.close()
  await maintenance.stop()
  await rm(copy, { recursive: true })
})

test('logs a failure once until it works again', async () => {
  await setHead(5)
  const inTheWay = join(dataDir, `high-water-mark.json.${process.pid}`)
  await mkdir(inTheWay)
  for (const _ of [1, 2, 3]) await maintenance.runTick()
  expect(failed).toEqual(['high-water-mark'])
  await rmdir(inTheWay)
  await maintenance.runTick()
  expect(await markedUsage()).toBe(5)
})
