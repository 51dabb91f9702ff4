import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { verifyUsage } from '../audit-log/verify-usage.ts'
import { createOptimisticRecorder } from './optimistic-recorder.ts'
import { windowEnd } from './rate-window-store.ts'
import type { UsageEvent } from './usage-event.ts'
import { createUsageRecorder, type UsageRecorder } from './usage-recorder.ts'

const app = withApp('postgres')
const owner = withPerson(app)
const shop = withEnvironment(owner)
const club = withEnvironment(owner)

const unlimited = { hour: -1, day: -1, month: -1 }
const nothing = () => {}
let keys = 0
let key: string
let node: UsageRecorder
beforeEach(() => {
  key = `key-${++keys}`
  node = createUsageRecorder(app.ctx)
})
afterEach(() => node.stop())

const eventOf = (more: Partial<UsageEvent> = {}, entry: Partial<UsageEvent['entry']> = {}): UsageEvent => ({
  limits: unlimited,
  counter: key,
  ownerCounter: `owner/${key}`,
  entry: {
    keyId: key,
    projectId: shop.projectId,
    environmentId: null,
    environmentName: 'production',
    method: 'GET',
    endpoint: '/v1/inject/{projectId}/{environment}',
    status: 200,
    variables: 0,
    durationUs: 1_000,
    ip: '203.0.113.7',
    requestId: 'x',
    calls: 1,
    ...entry,
  },
  used: true,
  isUnchanged: false,
  ownerEvents: () => [],
  rejectionEvents: () => [],
  ...more,
})
const inClub = () => eventOf({}, { projectId: club.projectId })

const rows = async () => (await usageOf(app)).filter(({ api_key_id }) => api_key_id === key).length
const counter = () =>
  app.ctx.db
    .selectFrom('key_counters')
    .select(['hour_calls', 'day_calls', 'total'])
    .where('counter', '=', key)
    .executeTakeFirst()
const countsOf = (calls: number) => ({ hour_calls: calls, day_calls: calls, total: calls })
const isIntact = async () => (await verifyUsage(app.ctx, shop.projectId)).broken === null

/** A recorder that knows the first call, which another has recorded under locks. */
async function optimisticAfter(...events: readonly UsageEvent[]) {
  const optimistic = createOptimisticRecorder(app.ctx)
  for (const event of events) await noteOf(optimistic, event)
  return optimistic
}
const noteOf = async (optimistic: ReturnType<typeof createOptimisticRecorder>, event: UsageEvent) => {
  const counted = [await node.record(event)]
  const heads = await app.ctx.db
    .selectFrom('usage_heads')
    .select(['project_id', 'sequence', 'at', 'link', 'mac'])
    .where('project_id', '=', event.entry.projectId)
    .execute()
  const ends = heads.map(({ project_id, link, mac, ...end }) => ({
    ...end,
    projectId: project_id,
    link: link ?? new Uint8Array(),
    mac: mac ?? new Uint8Array(),
  }))
  optimistic.note([event], { counted, ends, filled: [] })
}

test('counts and records a batch of several projects in one statement', async () => {
  const optimistic = await optimisticAfter(eventOf(), inClub())
  const recorded = await optimistic.record([eventOf(), inClub(), eventOf()], nothing)
  expect(recorded?.counted.map(({ counts }) => counts.hour)).toEqual([3, 4, 5])
  expect(recorded?.counted.map(({ rejectedBy }) => rejectedBy)).toEqual([null, null, null])
  expect(await counter()).toEqual(countsOf(5))
  expect(await rows()).toBe(5)
  expect(await isIntact()).toBe(true)
  expect((await verifyUsage(app.ctx, club.projectId)).broken).toBeNull()
})

test('prepares the responses while the database works', async () => {
  const optimistic = await optimisticAfter(eventOf())
  const done: string[] = []
  const recorded = optimistic.record([eventOf()], () => done.push('prepared'))
  await recorded.then(() => done.push('recorded'))
  expect(done).toEqual(['prepared', 'recorded'])
})

test.each<[string, () => Promise<void>]>([
  [
    'a call of another node',
    async () => {
      const other = createUsageRecorder(app.ctx)
      await other.record(eventOf())
      await other.stop()
    },
  ],
  [
    'another link',
    async () => {
      const link = Buffer.alloc(32, 7)
      await app.ctx.db
        .updateTable('usage_heads')
        .set({ link })
        .where('project_id', '=', shop.projectId)
        .execute()
    },
  ],
])('writes nothing after %s, and the chain is locked first for ten seconds', async (what, between) => {
  const optimistic = await optimisticAfter(eventOf(), inClub())
  const link = await app.ctx.db
    .selectFrom('usage_heads')
    .selectAll()
    .where('project_id', '=', shop.projectId)
    .executeTakeFirstOrThrow()
  await between()
  const before = { rows: await rows(), counter: await counter() }
  expect(await optimistic.record([inClub(), eventOf()], nothing), what).toBeUndefined()
  expect({ rows: await rows(), counter: await counter() }).toEqual(before)
  if (what === 'another link')
    await app.ctx.db
      .updateTable('usage_heads')
      .set({ link: link.link })
      .where('project_id', '=', shop.projectId)
      .execute()
  await noteOf(optimistic, eventOf())
  expect(await optimistic.record([eventOf()], nothing)).toBeUndefined()
  app.advance(10_000)
  expect(await optimistic.record([eventOf()], nothing)).toBeDefined()
  expect(await isIntact()).toBe(true)
})

test('two nodes that record in turns lose no call and count none twice', async () => {
  const other = createUsageRecorder(app.ctx)
  for (let n = 0; n < 6; n++) {
    await Promise.all([node.record(eventOf()), node.record(eventOf()), other.record(eventOf())])
    app.advance(4_000)
  }
  await other.stop()
  expect(await rows()).toBe(18)
  expect(await counter()).toMatchObject({ total: 18 })
  expect(await isIntact()).toBe(true)
})

test.each([
  ['an hour', { ...unlimited, hour: 4 }, 4],
  ['a day', { ...unlimited, day: 4 }, 4],
])('the limit of %s admits exactly as many calls, alone and in a batch', async (_what, limits, admitted) => {
  const limited = eventOf({ limits })
  const first = [await node.record(limited), await node.record(limited)]
  const later = await Promise.all(Array.from({ length: 4 }, () => node.record(limited)))
  const all = [...first, ...later].map(({ rejectedBy }) => rejectedBy === null)
  expect(all).toEqual([true, true, true, true, false, false])
  expect(await counter()).toEqual(countsOf(admitted))
})

test('the call that fills a month begins its grace, and the month counts every call', async () => {
  const limited = eventOf({ limits: { ...unlimited, month: 4 } })
  const graces = async () =>
    await app.ctx.db
      .selectFrom('call_months')
      .select('grace_began_at')
      .where('principal', '=', limited.ownerCounter)
      .execute()
  for (const inGrace of [false, false, false])
    expect(await node.record(limited)).toMatchObject({ rejectedBy: null, inGrace })
  expect(await graces()).toEqual([])
  expect(await node.record(limited)).toMatchObject({ rejectedBy: null, inGrace: true })
  expect(await graces()).toEqual([{ grace_began_at: expect.any(Number) }])
  expect(await node.record(limited)).toMatchObject({ counts: { month: 5 }, inGrace: true })
})

test('the first call of an hour, and of a key, is recorded under locks', async () => {
  const optimistic = await optimisticAfter(eventOf())
  expect(await optimistic.record([eventOf({ counter: 'new' })], nothing)).toBeUndefined()
  app.advance(windowEnd('hour', app.ctx.clock()) - app.ctx.clock())
  expect(await optimistic.record([eventOf()], nothing)).toBeUndefined()
})

test('an event of the owner is written even if the counter was deleted in between', async () => {
  const type = 'api_key_used' as const
  const ownerEvents: UsageEvent['ownerEvents'] = ({ counts }) =>
    counts.day === 1
      ? [{ type, origin: null, description: `Used: ${key}`, userId: owner.userId, projectId: shop.projectId }]
      : []
  const optimistic = await optimisticAfter(eventOf({ ownerEvents }))
  await app.ctx.db.deleteFrom('key_counters').where('counter', '=', key).execute()
  expect(await optimistic.record([eventOf({ ownerEvents })], nothing)).toBeDefined()
  const written = await app.ctx.db
    .selectFrom('activity')
    .select('description')
    .where('event_type', '=', type)
    .execute()
  expect(written.filter(({ description }) => description.includes(key))).toHaveLength(2)
})

test('waits for a lock only as long as a transaction does', async () => {
  const config = { ...app.ctx.config, postgres: { ...app.ctx.config.postgres, lockMs: 50 } }
  const event = eventOf()
  const optimistic = createOptimisticRecorder({ ...app.ctx, config })
  await noteOf(optimistic, event)
  await app.ctx.db.transaction().execute(async (trx) => {
    await sql`select from usage_heads where project_id = ${shop.projectId} for update`.execute(trx)
    await expect(optimistic.record([event], nothing)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await counter()).toEqual(countsOf(1))
  expect(await optimistic.record([event], nothing), 'it may have been written').toBeUndefined()
})
