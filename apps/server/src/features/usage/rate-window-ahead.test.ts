import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { claimMail, insertMail, reserveMailRate } from '../../mail/mail-queue-store.ts'
import { raiseWindows, windowKeyText, windowNames } from './rate-window-store.ts'

const hour = 3_600_000
const day = 24 * hour

forEachEngine((engine) => {
  const app = withApp(engine)

  const now = Date.UTC(2027, 4, 10, 12)
  const raise = async (at: number) => {
    const windows = windowNames.map((window) => ({ principal: 'key', window, count: 1 }))
    const counts = await inTransaction(app.ctx, (tx) => raiseWindows(tx, windows, at))
    return Object.fromEntries(windows.map((key) => [key.window, counts.get(windowKeyText(key))]))
  }

  test('windows started under a clock that ran ahead restart once it is right', async () => {
    expect(await raise(now + 400 * day)).toEqual({ hour: 1, day: 1, month: 1 })
    expect(await raise(now)).toEqual({ hour: 1, day: 1, month: 1 })
    expect(await raise(now)).toEqual({ hour: 2, day: 2, month: 2 })
  })

  test('a lagging clock does not move a window back', async () => {
    const midnight = Date.UTC(2027, 5, 1)
    await raise(midnight)
    expect(await raise(midnight - 1)).toEqual({ hour: 2, day: 2, month: 2 })
  })

  test('mail quotas and queued mails recover in the same way', async () => {
    const { ctx } = app
    const rate = (at: number) =>
      inTransaction(ctx, (tx) => reserveMailRate(tx.db, 'new-sign-in', 'ann@example.com', at))
    for (let mail = 0; mail < 30; mail++) await rate(now + 400 * day)
    expect(await rate(now + 400 * day)).toBe(false)
    expect(await rate(now)).toBe(true)

    const mail = { template: 'none', recipient: 'ann@example.com', variables: '{}' }
    await inTransaction(ctx, (tx) => insertMail(tx, mail, now + 400 * day))
    const claiming = { templates: ['none'], now, leaseUntil: now + hour }
    expect(await claimMail(ctx.db, claiming)).toMatchObject(mail)
    expect(await claimMail(ctx.db, claiming)).toBeUndefined()
  })
})
