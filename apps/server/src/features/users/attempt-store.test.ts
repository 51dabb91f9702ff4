import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { findAttempts, findWait, raiseAttempts, raiseFailure } from './attempt-store.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let now = Date.UTC(2027, 4, 10, 12)

  const rule = { kind: 'test', limit: 3, windowMs: 15 * minute }
  const raise = (identity: string) => raiseAttempts({ db: app.ctx.db, clock: () => now }, rule, identity)
  const find = (identity: string) => findAttempts({ db: app.ctx.db, clock: () => now }, rule, identity)

  test('a window ends after its length, and the attempt at the limit starts it again', async () => {
    const start = now
    expect(await raise('window')).toEqual({ count: 1, until: start + rule.windowMs })
    now += 10 * minute
    expect(await raise('window')).toEqual({ count: 2, until: start + rule.windowMs })
    expect(await raise('window')).toEqual({ count: 3, until: now + rule.windowMs })
    const until = now + rule.windowMs
    now += rule.windowMs - 1
    expect(await raise('window')).toEqual({ count: 4, until })
    expect(await find('window')).toEqual({ count: 4, until })
    now += 1
    expect(await find('window')).toBeUndefined()
    expect(await raise('window')).toEqual({ count: 1, until: now + rule.windowMs })
  })

  test('a window of a clock that was ahead by more than a minute counts no longer', async () => {
    now += minute
    expect(await raise('near')).toMatchObject({ count: 1 })
    now -= minute
    expect(await raise('near')).toMatchObject({ count: 2 })
    now += 400 * 24 * 60 * minute
    await raise('ahead')
    await app.ctx.groupCommit((db) => raiseFailure({ db, clock: () => now }, wait))
    now -= 400 * 24 * 60 * minute
    expect(await find('ahead')).toBeUndefined()
    expect(await raise('ahead')).toEqual({ count: 1, until: now + rule.windowMs })
    const waits = { db: app.ctx.db, clock: () => now }
    expect(await findWait(waits, wait)).toEqual({ failures: 0, waitMs: 0 })
    expect(await app.ctx.groupCommit((db) => raiseFailure({ ...waits, db }, wait))).toBe(1)
  })

  const wait = {
    rule: { kind: 'test', freeFailures: 1, maxWaitMs: minute, forgetMs: 15 * minute },
    identity: 'somebody',
  }
})
