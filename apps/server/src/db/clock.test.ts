import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { appForTests } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { createClock } from './clock.ts'
import type { Db } from './connect.ts'
import { maintainStorage } from './marks/maintain-storage.ts'
import { createNewestUsage } from './marks/stored-heads.ts'

const app = withApp('postgres')

const year = 365 * 86_400_000
/** Far more than the delay of a loaded machine, and far less than the error of any clock here. */
const near = 60_000

const machineWith = (wrongBy: number) => {
  const machine = { wrongBy, suspended: 0 }
  return Object.assign(machine, {
    wall: () => Date.now() + machine.wrongBy,
    monotonic: () => performance.now() - machine.suspended,
  })
}
const distance = (clock: { now: () => number }) => Math.abs(clock.now() - Date.now())

test('on PostgreSQL the time is the database’s, however wrong this machine’s clock is or becomes', async () => {
  const machine = machineWith(year)
  const clock = await createClock({ engine: 'postgres', db: app.ctx.db }, machine)
  expect(distance(clock)).toBeLessThan(near)
  expect(Number.isSafeInteger(clock.now())).toBe(true)
  machine.wrongBy = -year
  expect(distance(clock)).toBeLessThan(near)
})

test('asks the database at once after the machine was suspended', async () => {
  const machine = machineWith(0)
  const clock = await createClock({ engine: 'postgres', db: app.ctx.db }, machine)
  machine.suspended = year
  while (distance(clock) > near) await sleep(10)
})

test('keeps the last measurement while the database is unavailable', async () => {
  const machine = machineWith(0)
  const lost = await appForTests('postgres')
  const clock = await createClock({ engine: 'postgres', db: lost.ctx.db }, machine)
  await lost.stop()
  await expect(clock.measure()).rejects.toThrow()
  expect(distance(clock)).toBeLessThan(near)
})

test('on SQLite the time is this machine’s', async () => {
  const clock = await createClock({ engine: 'sqlite', db: app.ctx.db }, machineWith(year))
  expect(clock.now() - Date.now()).toBeGreaterThan(year - near)
})

test('reports once a clock that differs from the database’s or is behind the newest entry', async () => {
  const local = await appForTests('sqlite')
  const { db, secrets, config } = local.ctx
  const said: { clockAheadMs: number; newestEntryAheadMs: number }[] = []
  const wrong = { now: () => Date.now() - year, measure: async () => {} }
  const log = { taskFailed: () => {}, clockOff: (by: (typeof said)[number]) => void said.push(by) }
  const { groupCommit } = local.ctx
  const { faults } = local
  const database = {
    engine: 'sqlite',
    db,
    groupCommit,
    faults,
    withoutTimeLimit: async <T>(work: (own: Db) => Promise<T>) => await work(db),
    checkpoint: async () => {},
    close: async () => {},
    isLogMissing: false,
    markOpen: () => {},
  } as const
  const maintenance = maintainStorage({
    database,
    dataDir: config.dataDir,
    secrets,
    clock: wrong,
    mark: undefined,
    newestUsage: createNewestUsage(),
    log,
  })
  for (let tick = 0; tick < 30; tick++) await maintenance.runDue()
  await maintenance.stop()
  expect(said).toHaveLength(1)
  expect(said[0]?.clockAheadMs).toBeGreaterThan(year - near)
  await local.stop()
})
