import { readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { usageEventOf } from '../../../../../dev/world/usage-event-of.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { groupCommit } from '../../db/transaction.ts'
import { verifyUsage } from '../audit-log/verify-usage.ts'
import { windowEnd } from './rate-window-store.ts'
import { sweepUsage } from './sweep-usage.ts'
import type { UsageEvent } from './usage-event.ts'
import { createUsageRecorder, type UsageRecorder } from './usage-recorder.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const shop = withEnvironment(owner)
  let nodes: readonly [UsageRecorder, UsageRecorder]
  beforeAll(async () => {
    // Two recorders on one database behave like two nodes.
    nodes = [createUsageRecorder(app.ctx), createUsageRecorder(app.ctx)]
    app.advance(windowEnd('hour', app.ctx.clock()) - app.ctx.clock() + minute)
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
  })

  const eventOf = (keyId: string, more: Partial<UsageEvent['entry']> = {}) =>
    usageEventOf({ keyId, projectId: shop.projectId, ...more })
  const rowsOf = async (id: string) => (await usageOf(app)).filter(({ api_key_id }) => api_key_id === id)
  const rejectOn = async (node: UsageRecorder, keyId: string, calls: number, durationUs = 1_000) => {
    const event = eventOf(keyId, { durationUs })
    await Promise.all(Array.from({ length: calls }, () => node.reject(event, 'hour')))
  }
  const statementsOf = async (keys: number) => {
    let statements = 0
    const counting: TestApp['ctx'] = {
      ...app.ctx,
      groupCommit: (work) =>
        groupCommit(app.ctx, (tx) =>
          work(
            tx.db.withPlugin({
              transformQuery: ({ node }) => node,
              transformResult: async ({ result }) => {
                statements++
                return result
              },
            }) as typeof tx.db,
          ),
        ),
    }
    const recorder = createUsageRecorder(counting)
    const events = Array.from({ length: keys }, (_, n) => ({
      ...eventOf(`key-${n}`),
      limits: { hour: 1_000, day: 1_000, month: 1_000 },
      ownerCounter: `owner/${n}`,
    }))
    await Promise.all(events.map((event) => recorder.record(event)))
    await recorder.stop()
    return statements
  }

  test('counts every rejected call once, in one row a minute, on two nodes', async () => {
    const [one, two] = nodes
    const key = await seedApiKey(owner, shop.projectId)
    await rejectOn(one, key.id, 40)
    await rejectOn(two, key.id, 25)
    expect((await rowsOf(key.id)).map(({ calls }) => calls)).toEqual([1])
    for (let n = 0; n < 3; n++) {
      app.advance(minute)
      await two.checkRejected()
      await one.checkRejected()
    }
    const rows = await rowsOf(key.id)
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(65)
    expect(rows.length).toBeLessThanOrEqual(3)
    for (const [index, { at }] of rows.entries())
      if (index > 0) expect(at - (rows[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(minute)
    for (const row of rows)
      expect(row).toMatchObject({ status_code: 429, variables_count: 0, ip: '203.0.113.7' })
    expect((await verifyUsage(app.ctx, shop.projectId)).broken).toBeNull()
    const { usage_stats } = await owner.client.call(readApiKeyUsage, {
      params: { id: shop.projectId, keyId: key.id },
      query: { timeRange: '1h' },
    })
    expect(usage_stats).toMatchObject({
      total_requests: 65,
      error_requests: 65,
      average_response_time: 1,
      breakdown_by_status: [{ status_code: 429, count: 65, request_duration_ms: 1 }],
    })
  })

  test('the mean duration weighs each call, not each row', async () => {
    const [one] = nodes
    const key = await seedApiKey(owner, shop.projectId)
    await rejectOn(one, key.id, 1, 9_000)
    await rejectOn(one, key.id, 8, 1_000)
    app.advance(minute)
    await one.checkRejected()
    expect((await rowsOf(key.id)).map(({ calls, duration_us }) => [calls, duration_us])).toEqual([
      [1, 9_000],
      [8, 1_000],
    ])
  })

  test('a node that stops leaves its counts to the others', async () => {
    const [one] = nodes
    const leaving = createUsageRecorder(app.ctx)
    const key = await seedApiKey(owner, shop.projectId)
    await rejectOn(leaving, key.id, 10)
    await leaving.stop()
    app.advance(minute)
    await rejectOn(one, key.id, 1)
    expect((await rowsOf(key.id)).map(({ calls }) => calls)).toEqual([1, 10])
  })

  test('no count is ever stored as never recorded, so the sweep deletes none that waits', async () => {
    const key = await seedApiKey(owner, shop.projectId)
    const leaving = createUsageRecorder(app.ctx)
    await rejectOn(leaving, key.id, 5)
    await leaving.stop()
    const counts = () =>
      app.ctx.db
        .selectFrom('rejected_calls')
        .select(['calls', 'recorded_at'])
        .where('principal', '=', key.id)
        .execute()
    const before = await counts()
    expect(before).toMatchObject([{ calls: 4 }])
    expect(before[0]?.recorded_at).toBeGreaterThan(app.ctx.clock() - minute)
    await sweepUsage(app.ctx)
    expect(await counts()).toEqual(before)
  })

  test.each([
    ['a second', 1_000, 0],
    ['a week', 7 * 24 * 60 * minute, 1],
  ])('a row that another node wrote %s ahead of this clock', async (_what, ahead, written) => {
    const [one] = nodes
    const key = await seedApiKey(owner, shop.projectId)
    await app.ctx.db
      .insertInto('rejected_calls')
      .values({
        principal: key.id,
        window: 'hour',
        calls: 0,
        duration_us: 0,
        recorded_at: app.ctx.clock() + ahead,
      })
      .execute()
    await rejectOn(one, key.id, 1)
    expect(await rowsOf(key.id)).toHaveLength(written)
  })

  test('a commit takes as many statements for fifty keys as for two', async () => {
    const two = await statementsOf(2)
    expect(two).toBeGreaterThan(4)
    expect(await statementsOf(50)).toBe(two)
  })

  test('two nodes whose batches contain the same keys do not deadlock', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, () => seedApiKey(owner, shop.projectId)))
    const record = (node: UsageRecorder, ids: readonly string[]) =>
      Promise.all(ids.map((id) => node.record(eventOf(id))))
    const ids = keys.map(({ id }) => id)
    const [one, two] = nodes
    for (let round = 0; round < 10; round++)
      await Promise.all([record(one, ids), record(two, ids.toReversed())])
    for (const id of ids) expect(await rowsOf(id)).toHaveLength(20)
    const used = await app.ctx.db
      .selectFrom('key_counters')
      .select('total')
      .where('counter', 'in', ids)
      .execute()
    expect(used.map(({ total }) => total)).toEqual(ids.map(() => 20))
  })
})
