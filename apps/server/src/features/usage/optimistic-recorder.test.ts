import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { usageEventOf } from '../../../../../dev/world/usage-event-of.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { verifyUsage } from '../audit-log/verify-usage.ts'
import { createKnownChains } from './known-chains.ts'
import { createOptimisticRecorder } from './optimistic-recorder.ts'
import { windowEnd } from './rate-window-store.ts'
import { appendWhereExpected } from './usage-batch-store.ts'
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

const eventOf = (more: Partial<UsageEvent> = {}, entry: Partial<UsageEvent['entry']> = {}) =>
  usageEventOf({ keyId: key, projectId: shop.projectId, ...entry }, { ownerCounter: `owner/${key}`, ...more })
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

const recorderOf = (ctx: typeof app.ctx) => createOptimisticRecorder(ctx, createKnownChains(ctx))

/** A recorder that knows the first call, which another has recorded under locks. */
async function optimisticAfter(...events: readonly UsageEvent[]) {
  const optimistic = recorderOf(app.ctx)
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

/** A context whose statements of batches are counted, and followed by something else. */
function countingStatements(afterEach: (count: number) => Promise<unknown> = async () => {}) {
  let statements = 0
  const db = app.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      await afterEach(statements)
      return result
    },
  })
  return { ctx: { ...app.ctx, db }, count: () => statements }
}

const endsOf = (projectId: number) =>
  app.ctx.db
    .selectFrom('usage_heads')
    .select(['project_id as projectId', 'sequence', 'at', 'link'])
    .where('project_id', '=', projectId)
    .execute()

test('appends to where another node has left a chain, with a second statement', async () => {
  const { ctx, count } = countingStatements()
  const optimistic = recorderOf(ctx)
  for (const event of [eventOf(), inClub()]) await noteOf(optimistic, event)
  const other = createUsageRecorder(app.ctx)
  await other.record(eventOf())
  await other.stop()
  const recorded = await optimistic.record([eventOf(), inClub(), eventOf()], nothing)
  expect(count()).toBe(2)
  expect(recorded?.counted.map(({ counts }) => counts.hour)).toEqual([4, 5, 6])
  expect(recorded?.ends.map(({ projectId }) => projectId)).toEqual([club.projectId, shop.projectId])
  expect([await rows(), await counter()]).toEqual([6, countsOf(6)])
  expect(await isIntact()).toBe(true)
  if (recorded) optimistic.note([eventOf()], recorded)
  expect(await optimistic.record([eventOf()], nothing)).toBeDefined()
  expect(count(), 'it knows the end').toBe(3)
})

test('needs one statement after another node has written, if the ends are read before', async () => {
  const { ctx, count } = countingStatements()
  const chains = createKnownChains(app.ctx)
  const optimistic = createOptimisticRecorder(ctx, chains)
  await noteOf(optimistic, eventOf())
  const other = createUsageRecorder(app.ctx)
  const counts: number[] = []
  for (let n = 0; n < 3; n++) {
    await other.record(eventOf())
    chains.noteRead(await endsOf(shop.projectId))
    const recorded = await optimistic.record([eventOf()], nothing)
    if (recorded) optimistic.note([eventOf()], recorded)
    counts.push(count())
  }
  await other.stop()
  expect(counts).toEqual([1, 2, 3])
  expect([await rows(), await counter()]).toEqual([7, countsOf(7)])
  expect(await isIntact()).toBe(true)
})

test('locks a chain to which another node writes all the time, for a second', async () => {
  const other = createUsageRecorder(app.ctx)
  const { ctx, count } = countingStatements(async (statements) => {
    if (statements <= 2) await other.record(eventOf())
  })
  const optimistic = recorderOf(ctx)
  await noteOf(optimistic, eventOf())
  await other.record(eventOf())
  const recorded = await optimistic.record([eventOf(), eventOf()], nothing)
  await other.stop()
  expect(count()).toBe(2)
  expect(recorded?.counted.map(({ counts }) => counts.hour)).toEqual([3, 4])
  expect([await rows(), await counter()]).toEqual([6, countsOf(6)])
  expect(await isIntact()).toBe(true)
  expect(await optimistic.record([eventOf()], nothing)).toBeUndefined()
  app.advance(1_000)
  expect(await optimistic.record([eventOf()], nothing)).toBeDefined()
})

test('a chain with as many entries and another link is another chain', async () => {
  const before = await node.record(eventOf())
  const [head] = await endsOf(shop.projectId)
  if (!head) throw new Error('A chain has an end')
  const from = { ...head, link: Buffer.alloc(32, 7) }
  const to = { ...from, sequence: head.sequence + 1, mac: Buffer.alloc(32) }
  const batch = { counters: [], months: [], limits: [], projectIds: [shop.projectId], packs: [] }
  const written = await appendWhereExpected(app.ctx, { ...batch, from: [from], to: [to] }, app.ctx.clock())
  expect(written).toMatchObject({ appended: new Set(), otherEnds: [head] })
  expect(before.rejectedBy).toBeNull()
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
  const optimistic = recorderOf({ ...app.ctx, config })
  await noteOf(optimistic, event)
  await app.ctx.db.transaction().execute(async (trx) => {
    await sql`select from usage_heads where project_id = ${shop.projectId} for update`.execute(trx)
    await expect(optimistic.record([event], nothing)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await counter()).toEqual(countsOf(1))
  expect(await optimistic.record([event], nothing)).toBeDefined()
  expect(await rows()).toBe(2)
  expect(await isIntact()).toBe(true)
})
