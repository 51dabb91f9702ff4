// A provider does not know subscriptions any more: a few of them ended there, many of them mean that its key is wrong.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type PayingApp, press, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { createSweeper } from '../../../jobs/sweeper.ts'
import { updateGeneralSettings } from '../../../payments/settings/payment-settings.ts'
import { readLastErrors } from '../../../payments/settings/payment-settings-store.ts'
import { billingSweeps } from '../billing-sweeps.ts'
import { subscriptionMac } from '../subscriptions/subscription-store.ts'

const hourMs = 3_600_000

/** Lets customers pay at polar, whose webhooks are all lost, until reconciliation finds them. */
async function startWith(customers: number): Promise<PayingApp> {
  const world = await startPayingApp('sqlite', ['polar'])
  world.fake('polar').webhooks.drop = true
  for (let made = 0; made < customers; made++) {
    const { checkoutUrl } = await (await world.customer()).checkout()
    await press(checkoutUrl, 'pay')
  }
  world.wait(2 * hourMs)
  await world.sweep('subscriptions')
  return world
}

/** Makes these subscriptions unknown to polar: they get another id there. */
async function lose({ app: { ctx } }: PayingApp, count: number): Promise<void> {
  const active = ctx.db.selectFrom('subscriptions').selectAll().where('status', '=', 'active')
  const rows = await active.orderBy('id').limit(count).execute()
  for (const row of rows) {
    const provider_id = randomUUID()
    const mac = subscriptionMac.of(ctx.secrets, { ...row, provider_id })
    await ctx.db.updateTable('subscriptions').set({ provider_id, mac }).where('id', '=', row.id).execute()
  }
}

const statusesOf = async ({ app }: PayingApp) => {
  const rows = await app.ctx.db.selectFrom('subscriptions').select('status').execute()
  const users = await app.ctx.db.selectFrom('users').select('plan').execute()
  const count = (status: string) => rows.filter((row) => row.status === status).length
  return {
    active: count('active'),
    ended: count('ended'),
    pro: users.filter(({ plan }) => plan === 'pro').length,
  }
}

test('3 of 40 are unknown and end; 6 of 37 are unknown, and nothing ends', async () => {
  const world = await startWith(40)
  try {
    const nextDay = async () => {
      world.wait(25 * hourMs)
      await world.sweep('subscriptions')
      return await statusesOf(world)
    }
    const lastError = async () => (await readLastErrors(world.app.ctx)).get('polar')?.text
    expect(await statusesOf(world)).toEqual({ active: 40, ended: 0, pro: 40 })
    await lose(world, 3)
    expect(await nextDay()).toEqual({ active: 37, ended: 3, pro: 37 })
    expect(await lastError()).toBeUndefined()

    await lose(world, 6)
    for (let day = 0; day < 2; day++) expect(await nextDay()).toEqual({ active: 37, ended: 3, pro: 37 })
    expect(await lastError()).toBe('misconfigured (404)')
    expect(world.app.logged()).toContain('"provider":"polar","gone":9,"asked":40')
  } finally {
    await world.stop()
  }
})

test('a wrong key ends nothing, although few subscriptions are due in one hour', async () => {
  const world = await startWith(12)
  try {
    const { db, clock } = world.app.ctx
    await lose(world, 12)
    world.wait(25 * hourMs)
    const dueNow = await db.selectFrom('subscriptions').select('id').orderBy('id').limit(3).execute()
    await db
      .updateTable('subscriptions')
      .set({ fetched_at: clock() - hourMs })
      .where(
        'id',
        'not in',
        dueNow.map(({ id }) => id),
      )
      .execute()
    await world.sweep('subscriptions')
    expect(await statusesOf(world)).toEqual({ active: 12, ended: 0, pro: 12 })
  } finally {
    await world.stop()
  }
})

test('a provider that is down, or whose key is wrong, ends nothing', async () => {
  const world = await startWith(2)
  try {
    for (const fault of [
      { status: 500 },
      { status: 401 },
      { status: 404, body: '<p>Not here</p>' },
      'close',
    ] as const) {
      world.fake('polar').server.fault = fault
      world.wait(25 * hourMs)
      await world.sweep('subscriptions')
      expect(await statusesOf(world), JSON.stringify(fault)).toMatchObject({ active: 2, ended: 0 })
    }
    world.fake('polar').server.fault = undefined
    await world.sweep('subscriptions')
    expect(await statusesOf(world)).toEqual({ active: 2, ended: 0, pro: 2 })
  } finally {
    await world.stop()
  }
})

test('after days without a server, providers are asked at once, and only deleting waits', async () => {
  const world = await startWith(2)
  try {
    const { ctx } = world.app
    const { server } = world.fake('polar')
    world.wait(3 * 24 * hourMs)
    server.log.length = 0
    await createSweeper(ctx, billingSweeps(ctx)).runDue()
    expect(world.app.logged()).toContain('nothing is swept')
    expect(server.log.filter(({ path }) => path.includes('/subscriptions/'))).toHaveLength(2)
    const runs = await ctx.db.selectFrom('task_runs').select(['name', 'error']).orderBy('name').execute()
    expect(runs).toEqual([
      { name: 'renewal-reminders', error: null },
      { name: 'subscriptions', error: null },
    ])
  } finally {
    await world.stop()
  }
})

test('a provider that is down is not asked for every subscription', async () => {
  const world = await startWith(10)
  try {
    const { server } = world.fake('polar')
    world.wait(25 * hourMs)
    server.fault = { status: 503 }
    server.log.length = 0
    await world.sweep('subscriptions')
    expect(server.log).toHaveLength(3)
    server.fault = undefined
    server.log.length = 0
    await world.sweep('subscriptions')
    expect(server.log.filter(({ path }) => path.startsWith('/v1/subscriptions/'))).toHaveLength(10)
  } finally {
    await world.stop()
  }
})

test('subscriptions that cannot be read do not keep others from being asked for', async () => {
  const world = await startWith(10)
  try {
    const { db, clock } = world.app.ctx
    const broken = world.fake('polar').subscriptionIds().slice(0, 3)
    for (const id of broken) world.fake('polar').overrides.set(id, { status: 5 })
    world.wait(25 * hourMs)
    const before = clock()
    for (let hour = 0; hour < 12; hour++) await world.sweep('subscriptions')
    const behind = await db
      .selectFrom('subscriptions')
      .select('provider_id')
      .where('fetched_at', '<', before)
      .execute()
    expect(behind.map(({ provider_id }) => provider_id).toSorted()).toEqual(broken.toSorted())
  } finally {
    await world.stop()
  }
})

test('subscriptions of test mode end with their period once the instance takes real payments', async () => {
  const world = await startWith(2)
  try {
    const requests = () => world.fake('polar').server.log.length
    await inTransaction(world.app.ctx, (tx) => updateGeneralSettings(tx, { testMode: false }))
    const before = requests()
    world.wait(20 * 24 * hourMs)
    await world.sweep('subscriptions')
    expect(await statusesOf(world)).toEqual({ active: 2, ended: 0, pro: 2 })
    world.wait(15 * 24 * hourMs)
    await world.sweep('subscriptions')
    expect(await statusesOf(world)).toEqual({ active: 0, ended: 2, pro: 0 })
    expect(requests(), 'a live key does not know them').toBe(before)
  } finally {
    await world.stop()
  }
})
