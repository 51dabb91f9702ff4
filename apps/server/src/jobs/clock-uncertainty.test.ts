import { afterEach, beforeEach, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { signUp } from '../../../../dev/world/sign-up.ts'
import { detectClockUncertainty } from './clock-uncertainty.ts'
import { createSweeper } from './sweeper.ts'

const hour = 3_600_000
const day = 24 * hour

forEachEngine((engine) => {
  let app: TestApp
  let runs = 0
  const counting = { name: 'counting', run: async () => ++runs }
  beforeEach(async () => {
    runs = 0
    app = await appForTests(engine)
  })
  afterEach(() => app.stop())

  test('nothing is swept while the newest entry is more than a day away, in the past or future', async () => {
    await signUp(app.url, { masterPassword: null })
    for (const away of [3 * day, -6 * day]) {
      app.advance(away)
      await createSweeper(app.ctx, [counting]).runDue()
      expect(runs).toBe(0)
      expect(app.logged()).toContain('"why":"newest entry is far away"')
    }
    app.advance(3 * day)
    await createSweeper(app.ctx, [counting]).runDue()
    expect(runs).toBe(1)
  })

  test('an entry made under a wrong clock does not end the uncertainty: a jump stops the sweeps for a day', async () => {
    await signUp(app.url, { masterPassword: null })
    let passed = 0
    const uncertainty = detectClockUncertainty(app.ctx, () => performance.now() + passed)
    expect(await uncertainty.find()).toBeUndefined()
    app.advance(100 * day)
    await signUp(app.url, { masterPassword: null })
    expect(await uncertainty.find()).toMatchObject({ why: 'clock jumped' })
    for (let hours = 0; hours < 23; hours++) {
      passed += hour
      app.advance(hour)
      expect(await uncertainty.find()).toMatchObject({ why: 'clock jumped' })
    }
    passed += 2 * hour
    app.advance(2 * hour)
    await signUp(app.url, { masterPassword: null })
    expect(await uncertainty.find()).toBeUndefined()
  })

  test('a lease acquired by a clock that was ahead expires', async () => {
    app.advance(100 * day)
    await createSweeper(app.ctx, [counting]).runDue()
    app.advance(-100 * day)
    const other = createSweeper(app.ctx, [counting])
    await other.runDue()
    expect(runs).toBe(2)
    await other.runDue()
    expect(runs, 'a current lease is still valid').toBe(2)
  })
})
