import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { writeRoot } from '../features/audit-log/write-root.ts'
import { findClockUncertainty } from './clock-uncertainty.ts'
import type { Runner } from './runner.ts'
import { createSweeper } from './sweeper.ts'

const hour = 3_600_000
const day = 24 * hour

forEachEngine((engine) => {
  let app: TestApp
  let runs = 0
  let sweeper: Runner
  beforeEach(async () => {
    runs = 0
    app = await appForTests(engine)
    sweeper = start()
  })
  afterEach(() => app.stop())

  /** A process that writes roots and sweeps, as a server does. */
  const start = () =>
    createSweeper(app.ctx, [
      { name: 'audit-root', run: () => writeRoot(app.ctx), deletesNothing: true },
      { name: 'counting', run: async () => ++runs },
    ])
  const someone = () => addPerson(app, { masterPassword: null })
  /** The server runs for some hours, idle. @returns how often it swept */
  const runFor = async (hours: number) => {
    const before = runs
    for (let passed = 0; passed < hours; passed++) {
      app.advance(hour + 1_000)
      await sweeper.runDue()
    }
    return runs - before
  }

  test('an idle server goes on sweeping', async () => {
    await sweeper.runDue()
    expect(runs).toBe(1)
    await someone()
    expect(await runFor(50)).toBe(50)
  })

  test('a clock that is wrong at the start erases nothing, even if somebody signs in and it starts again', async () => {
    await someone()
    await runFor(30)
    app.advance(100 * day)
    for (const _ of ['first', 'second']) {
      sweeper = start()
      await someone()
      expect(await runFor(3)).toBe(0)
    }
    expect(app.logged()).toContain('"why":"the clock jumped"')
    // The clock is set right again: at first it seems to go back, and the next root shows that it does not.
    app.advance(-100 * day)
    sweeper = start()
    expect(await runFor(20)).toBe(0)
    expect(await runFor(10)).toBeGreaterThan(4)
  })

  test('after a pause of days, sweeps wait for a day and then go on', async () => {
    await someone()
    await runFor(30)
    app.advance(5 * day)
    sweeper = start()
    expect(await runFor(24)).toBe(0)
    expect(await runFor(10)).toBeGreaterThan(7)
  })

  test('nights without a server do not stop the sweeps', async () => {
    await someone()
    await runFor(8)
    app.advance(15 * hour)
    expect(await runFor(8)).toBe(8)
    app.advance(15 * hour)
    expect(await runFor(8)).toBe(8)
  })

  test('an old instance without roots is held until they cover a day', async () => {
    await someone()
    app.advance(3 * day)
    expect(await findClockUncertainty(app.ctx)).toMatchObject({ why: 'no record of the last day' })
    expect(await runFor(24)).toBe(0)
    expect(await runFor(4)).toBeGreaterThan(1)
    app.advance(-20 * day)
    expect(await findClockUncertainty(app.ctx)).toMatchObject({ why: 'the clock jumped' })
  })

  test('a lease acquired by a clock that was ahead expires', async () => {
    app.advance(100 * day)
    await createSweeper(app.ctx, [{ name: 'counting', run: async () => ++runs }]).runDue()
    app.advance(-100 * day)
    const other = createSweeper(app.ctx, [{ name: 'counting', run: async () => ++runs }])
    await other.runDue()
    expect(runs).toBe(2)
    await other.runDue()
    expect(runs, 'a current lease is still valid').toBe(2)
  })
})
