import { createClient } from '@envhold/client/client.ts'
import { readActivityHead } from '@envhold/contract/activity.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { createVariable, readVariables } from '@envhold/contract/variables.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { anotherNode } from '../../../../../dev/world/another-node.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring, usageOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey, seedEnvironment, seedProject } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import type { ActivityTable, UsageTable } from '../../db/log-tables.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sweepUsage } from '../usage/sweep-usage.ts'
import { createActivityRecorder } from './activity-recorder.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { verifyChain } from './verify-chain.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const seeded = withEnvironment(owner)
  let apiKey: { id: string; apiKey: string }
  let restore: () => Promise<void>
  beforeAll(async () => {
    apiKey = await seedApiKey(owner, seeded.projectId)
    const deleted = await seedApiKey(owner, seeded.projectId)
    for (const key of [apiKey, deleted, deleted, apiKey, apiKey]) await call(key.apiKey)
    await owner.client.call(deleteApiKey, { params: { id: seeded.projectId, keyId: deleted.id } })
    await call(apiKey.apiKey)
    restore = await keepChains()
  })
  afterEach(() => restore())

  const call = (key: string) =>
    app.as({ apiKey: key }).call(inject, {
      params: { projectId: seeded.projectId, environment: 'production' },
      query: {},
    })
  const chains = ['activity', 'usage', 'chain_heads'] as const satisfies readonly (keyof Tables)[]
  const keepChains = async () => {
    const snapshot = await Promise.all(
      chains.map(async (table) => [table, await app.ctx.db.selectFrom(table).selectAll().execute()] as const),
    )
    return () =>
      inTransaction(app.ctx, async (tx) => {
        for (const [table, rows] of snapshot) {
          await tx.db.deleteFrom(table).execute()
          for (const row of rows)
            await tx.db
              .insertInto(table)
              .values(row as never)
              .execute()
        }
      })
  }
  const verdict = (chain: 'activity' | 'usage') => verifyChain(app.ctx, chain)
  const sequenceOf = async (chain: 'activity' | 'usage') => (await verdict(chain)).entries
  const changeActivity = (sequence: number, set: Partial<ActivityTable>) =>
    app.ctx.db.updateTable('activity').set(set).where('sequence', '=', sequence).execute()
  const changeUsage = (sequence: number, set: Partial<UsageTable>) =>
    app.ctx.db.updateTable('usage').set(set).where('sequence', '=', sequence).execute()
  const remove = (chain: 'activity' | 'usage', from: number, to = from) =>
    app.ctx.db.deleteFrom(chain).where('sequence', '>=', from).where('sequence', '<=', to).execute()
  const head = (query: { at?: number } = {}, by: Person = owner) =>
    by.client.call(readActivityHead, { query })

  test('both chains verify after a day’s work, including the erased calls of a key', async () => {
    const activity = await verdict('activity')
    expect(activity).toMatchObject({
      chain: 'activity',
      entries: (await activityOf(app)).length,
      broken: null,
      trimmed: [],
    })
    expect(activity.entries).toBeGreaterThan(8)
    expect(await verdict('usage')).toMatchObject({ chain: 'usage', entries: 6, broken: null })
    const erased = (await usageOf(app)).filter((row) => row.erased === 1)
    expect(erased.map(({ sequence }) => sequence)).toEqual([2, 3])
    for (const row of erased)
      expect(row).toMatchObject({
        api_key_id: '',
        environment_name: '',
        endpoint: '',
        ip: '',
        request_id: '',
      })
  })

  const fields: readonly Partial<ActivityTable>[] = [
    { at: 1 },
    { event_type: 'login' },
    { category: 'account' },
    { severity: 'medium' },
    { description: 'nothing happened' },
    { user_id: 99 },
    { user_id: null },
    { token_id: '' },
    { project_id: 99 },
    { environment_id: 99 },
    { ip: '203.0.113.1' },
    { request_id: 'x' },
    { mac: Buffer.alloc(32) },
  ]
  test.each(fields)('detects a changed entry: %j', async (change) => {
    const rows = await activityOf(app)
    const victim = rows.find((row) => row.event_type === 'environment_created')
    if (!victim) throw new Error('Nothing to change')
    await changeActivity(victim.sequence, change)
    expect((await verdict('activity')).broken).toEqual({ sequence: victim.sequence, why: 'it was changed' })
  })

  test('names the first broken entry', async () => {
    await changeActivity(5, { description: 'x' })
    await changeActivity(3, { description: 'x' })
    expect(await verdict('activity')).toMatchObject({ entries: 2, broken: { sequence: 3 } })
  })

  test('detects deleted, swapped and truncated entries', async () => {
    await remove('activity', 4)
    expect((await verdict('activity')).broken).toEqual({ sequence: 4, why: 'it is missing' })
    await restore()

    const [, , third, fourth] = await activityOf(app)
    if (!third || !fourth) throw new Error('Nothing to exchange')
    await remove('activity', 3, 4)
    for (const row of [
      { ...third, sequence: 4 },
      { ...fourth, sequence: 3 },
    ])
      await app.ctx.db.insertInto('activity').values(row).execute()
    expect((await verdict('activity')).broken).toEqual({ sequence: 3, why: 'it was changed' })
    await restore()

    const last = await sequenceOf('activity')
    await remove('activity', last)
    expect((await verdict('activity')).broken).toEqual({
      sequence: last,
      why: 'the chain ends before its head',
    })
    await restore()

    const [first] = await activityOf(app)
    if (!first) throw new Error('Nothing to repeat')
    await app.ctx.db
      .insertInto('activity')
      .values({ ...first, sequence: last + 1 })
      .execute()
    expect((await verdict('activity')).broken).toMatchObject({ sequence: last + 1 })
    await restore()

    await remove('activity', 1, last)
    expect((await verdict('activity')).broken).toEqual({ sequence: 1, why: 'the chain ends before its head' })
  })

  test('activity is never trimmed: a missing beginning is detected, whatever the heads say', async () => {
    const [, , third] = await activityOf(app)
    if (!third) throw new Error('Nothing to cut')
    await remove('activity', 1, 3)
    await app.ctx.db
      .insertInto('chain_heads')
      .values({ chain: 'activity-start', sequence: 3, mac: third.mac })
      .execute()
    expect((await verdict('activity')).broken).toEqual({ sequence: 1, why: 'the beginning was cut off' })
  })

  test('detects usage that was trimmed without the server secret', async () => {
    const [first, second] = await usageOf(app)
    if (!first || !second) throw new Error('Nothing to cut')
    await remove('usage', 1, 2)
    const start = { sequence: 2, mac: second.mac }
    const put = (chain: string, values: { sequence: number; mac: Uint8Array }) =>
      app.ctx.db
        .insertInto('chain_heads')
        .values({ chain, ...values })
        .execute()
    await put('usage-start', start)
    expect((await verdict('usage')).broken).toEqual({ sequence: 1, why: 'the beginning was cut off' })
    await put('usage-start-seal', start)
    expect((await verdict('usage')).broken).toEqual({ sequence: 1, why: 'the beginning was cut off' })
  })

  const usageFields: readonly Partial<UsageTable>[] = [
    { at: 1 },
    { api_key_id: 'other' },
    { project_id: 99 },
    { environment_id: null },
    { environment_name: 'other' },
    { method: 'POST' },
    { endpoint: '/other' },
    { status_code: 404 },
    { variables_count: 0 },
    { duration_us: -1 },
    { ip: '203.0.113.1' },
    { request_id: 'x' },
    { calls: 2 },
    { digest: Buffer.alloc(32) },
    { mac: Buffer.alloc(32) },
    { erased: 1 },
    { erased: 1, ip: '203.0.113.1' },
  ]
  test.each(usageFields)('detects a changed call: %j', async (change) => {
    await changeUsage(4, change)
    expect((await verdict('usage')).broken).toEqual({ sequence: 4, why: 'it was changed' })
  })

  test('detects deleted and truncated calls', async () => {
    await remove('usage', 2)
    expect((await verdict('usage')).broken).toEqual({ sequence: 2, why: 'it is missing' })
    await restore()
    await remove('usage', 1)
    expect((await verdict('usage')).broken).toEqual({ sequence: 1, why: 'it is missing' })
    await restore()
    await remove('usage', 6)
    expect((await verdict('usage')).broken).toEqual({ sequence: 6, why: 'the chain ends before its head' })
  })

  test('usage is deleted after 90 days, and the rest still verifies', async () => {
    const sweepAt = (ms: number) => sweepUsage({ ...app.ctx, clock: () => app.ctx.clock() + ms })
    const rows = await usageOf(app)
    await sweepAt(90 * day - 60_000)
    expect(await usageOf(app)).toHaveLength(6)
    // Makes the first three calls older than the others.
    const cut = (rows[3]?.at ?? 0) + 90 * day - app.ctx.clock()
    await sweepAt(cut)
    const left = await usageOf(app)
    expect(left.length).toBeLessThan(6)
    expect(left[0]?.sequence).toBe(7 - left.length)
    expect(await verdict('usage')).toMatchObject({ entries: left.length, broken: null })
    await call(apiKey.apiKey)
    expect(await verdict('usage')).toMatchObject({ entries: left.length + 1, broken: null })
    await sweepAt(91 * day)
    expect(await usageOf(app)).toEqual([])
    expect(await verdict('usage')).toMatchObject({ entries: 0, broken: null })
    await call(apiKey.apiKey)
    expect((await usageOf(app)).map(({ sequence }) => sequence)).toEqual([8])
    expect(await verdict('usage')).toMatchObject({ entries: 1, broken: null })
  })

  test('a failed action leaves no event', async () => {
    const { project } = await seedProject(owner, 'taken')
    const before = await sequenceOf('activity')
    const params = { projectId: project.id }
    await owner.client.call(createEnvironment, { params, body: { name: 'TAKEN' } }).catch(() => {})
    const event: ActivityEvent = {
      type: 'login',
      severity: 'low',
      description: 'never happened',
      userId: owner.userId,
      origin: null,
    }
    const failing = inTransaction(app.ctx, async (tx) => {
      await appendActivity(tx, [event])
      throw new Error('after the event was written')
    })
    await expect(failing).rejects.toThrow('after the event')
    expect(await sequenceOf('activity')).toBe(before)
    expect((await verdict('activity')).broken).toBeNull()
  })

  test('a write that cannot be recorded is not made, and a read that cannot be recorded gets no response', async () => {
    const { id } = seeded
    await app.ctx.db.deleteFrom('chain_heads').where('chain', '=', 'activity').execute()
    await expect(
      owner.client.call(createVariable, { params: { id }, body: { key: 'UNRECORDED', value: '1' } }),
    ).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(owner.client.call(readVariables, { params: { id } })).rejects.toMatchObject({
      code: 'INTERNAL',
    })
    await app.ctx.db.deleteFrom('chain_heads').where('chain', '=', 'usage').execute()
    await expect(call(apiKey.apiKey)).rejects.toMatchObject({ code: 'INTERNAL' })
    await restore()
    const { variables } = await owner.client.call(readVariables, { params: { id } })
    expect(variables).toEqual({ HELLO: 'world' })
  })

  test('truncates long descriptions instead of rejecting them', async () => {
    const recorder = createActivityRecorder(app.ctx)
    const description = '✓'.repeat(2_000)
    await recorder.record({ type: 'login', severity: 'low', description, userId: null, origin: null })
    expect((await activityOf(app)).at(-1)?.description).toHaveLength(1_000)
    expect((await verdict('activity')).broken).toBeNull()
  })

  test('concurrent entries from all nodes form one chain', async () => {
    const node = engine === 'postgres' ? await anotherNode(app) : undefined
    const { id, projectId } = await seedEnvironment(owner)
    const key = await seedApiKey(owner, projectId)
    const credentials = { token: owner.token, masterPassword: owner.masterPassword ?? '' }
    const clientOf = (n: number, given: Parameters<typeof headersOf>[0]) =>
      createClient({
        server: (n % 2 && node?.url) || app.url,
        headers: () => headersOf(given),
        timeoutMs: 20_000,
      })
    const before = { activity: (await activityOf(app)).length, usage: (await usageOf(app)).length }
    const work = Array.from({ length: 20 }, (_, n) => [
      clientOf(n, credentials).call(readVariables, { params: { id } }),
      clientOf(n, credentials).call(createVariable, { params: { id }, body: { key: `N_${n}`, value: '1' } }),
      clientOf(n, { apiKey: key.apiKey }).call(inject, {
        params: { projectId, environment: 'production' },
        query: {},
      }),
    ])
    await Promise.all(work.flat())
    const types = (await activityOf(app)).slice(before.activity).map(({ event_type }) => event_type)
    expect(types.filter((type) => type === 'variables_read')).toHaveLength(20)
    expect(types.filter((type) => type === 'variable_created')).toHaveLength(20)
    expect((await usageOf(app)).length - before.usage).toBe(20)
    for (const chain of ['activity', 'usage'] as const) expect((await verdict(chain)).broken).toBeNull()
    await node?.stop()
  })

  test('the command prints the head to note, and checks a noted head', async () => {
    const first = await head()
    expect(first.head.mac).toMatch(/^[0-9a-f]{66}$/)
    expect(first.remembered).toBeNull()
    const rows = await activityOf(app)
    expect(first.head).toMatchObject({ sequence: rows.length, created_at: expect.any(String) })
    const then = first.head
    await eventsDuring(app, () => owner.client.call(readVariables, { params: { id: seeded.id } }))
    const later = await head({ at: then.sequence })
    expect(later.head.sequence).toBe(then.sequence + 1)
    expect(later.remembered).toEqual({ sequence: then.sequence, mac: then.mac })
    expect((await head({ at: 9_007_199_254_740_991 })).remembered).toBeNull()
    await changeActivity(then.sequence, { mac: Buffer.alloc(32, 9) })
    expect((await head({ at: then.sequence })).remembered?.mac).not.toBe(then.mac)
    for (const at of [0, -1, 1.5]) await expect(head({ at })).rejects.toMatchObject({ status: 400 })
  })
})
