import { afterEach, beforeEach, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { signUp } from '../../../../dev/world/sign-up.ts'
import { createClockDoubt } from './clock-doubt.ts'
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

  test('nothing is swept while the newest entry lies more than a day away, before or after now', async () => {
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

  test('an entry made under a wrong clock does not lift the doubt: a jump holds the sweeps for a day', async () => {
    await signUp(app.url, { masterPassword: null })
    let passed = 0
    const doubt = createClockDoubt(app.ctx, () => performance.now() + passed)
    expect(await doubt.find()).toBeUndefined()
    app.advance(100 * day)
    await signUp(app.url, { masterPassword: null })
    expect(await doubt.find()).toMatchObject({ why: 'clock jumped' })
    for (let hours = 0; hours < 23; hours++) {
      passed += hour
      app.advance(hour)
      expect(await doubt.find()).toMatchObject({ why: 'clock jumped' })
    }
    passed += 2 * hour
    app.advance(2 * hour)
    await signUp(app.url, { masterPassword: null })
    expect(await doubt.find()).toBeUndefined()
  })

  test('a lease taken by a clock that was ahead does not outlive it', async () => {
    app.advance(100 * day)
    await createSweeper(app.ctx, [counting]).runDue()
    app.advance(-100 * day)
    const other = createSweeper(app.ctx, [counting])
    await other.runDue()
    expect(runs).toBe(2)
    await other.runDue()
    expect(runs, 'a lease of now is still one').toBe(2)
  })
})
