import { randomInt } from 'node:crypto'
import { type EventType, eventTypes, readEvents } from '@envhold/contract/activity/event-types.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, usageOf } from '../../../../../dev/world/events-of.ts'
import { writeActivity, writeUsage } from '../../../../../dev/world/random-entries.ts'
import { statesOfProjects } from '../../../../../dev/world/states-of-projects.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import type { Row as TableRow } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ActivityView, activitySource } from '../activity/activity-list-store.ts'
import { createListMemory } from '../activity/activity-world.ts'
import { countUsage } from '../activity/count-usage.ts'
import { countList, type ListSource, readPage, splitIntoRanges } from '../activity/paged-list.ts'
import { appendUsage, lockHeadsOf } from '../audit-log/append-usage.ts'
import { blockLength } from '../audit-log/block.ts'
import type { UsageEntry } from '../audit-log/recorded-usage.ts'
import { apiKeyEvents, readActivityMark } from './activity-rollup-store.ts'
import { eraseUsage } from './erase-usage.ts'
import { advanceTotals, createRollupWorker } from './rollup-worker.ts'
import {
  advanceActivityRollups,
  advanceUsageRollups,
  rebuildActivityRollups,
  rebuildUsageRollups,
} from './rollups.ts'
import { sweepUsage } from './sweep-usage.ts'
import { readUsageState } from './usage-state-store.ts'
import { usageCells } from './usage-statistics-store.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 6, 1, 12, 30)
const pick = <T>(...of: readonly T[]): T => of[randomInt(of.length)] as T
const events = Object.keys(eventTypes) as EventType[]

/** Times that mostly increase, sometimes lie on the edge of an hour, and occasionally come from a wrong clock. */
const times = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, n) => {
    const at = from + Math.floor(((to - from) * n) / count)
    return pick(at, at, at, at, at - (at % hour), at - (at % hour) - 1, at + randomInt(-2 * hour, 2 * hour))
  })

const manyEvents = (count: number, from: number, to: number) =>
  times(count, from, to).map((at) => ({
    at,
    event_type: pick(...events),
    user_id: pick(null, 1, 2, 3),
    project_id: pick(null, 11, 11, 12, 13),
    environment_id: pick(null, null, 101, 102),
    description: pick('Added A_B to "x"', 'added AxB', '100% sure', 'ÄRGER mit Groß', 'back\\slash'),
  }))

/** Six calls at a time share a commit. */
const manyCalls = (count: number, from: number, to: number) =>
  times(count, from, to).map((_, n, all) => ({
    at: all[n - (n % 6)] ?? from,
    api_key_id: pick('one', 'one', 'two', 'three'),
    project_id: 0,
    status_code: pick(200, 200, 304, 403, 429),
    variables_count: randomInt(50),
    duration_us: randomInt(1, 2_000_000_000),
    calls: pick(1, 1, 1, 4_000),
    environment_name: pick('production', 'staging', 'pro%n'),
  }))
const projectOfKey: Record<string, number> = { one: 11, two: 12, three: 11 }
const withProjects = (calls: ReturnType<typeof manyCalls>) =>
  calls.map((call) => ({ ...call, project_id: projectOfKey[call.api_key_id] ?? 0 }))

const rollupTables = ['usage_tallies', 'usage_hours'] as const
const usageTables = ['usage_packs', 'usage_heads', 'usage_marks', 'usage_totals', ...rollupTables] as const

forEachEngine((engine) => {
  const app = withApp(engine)
  afterEach(async () => {
    const { db } = app.ctx
    for (const table of ['activity', 'activity_tallies', ...usageTables] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('tally_marks').set({ blocks: 0, generation: 0 }).execute()
    await db.updateTable('chain_heads').set({ sequence: 0, mac: null }).execute()
  })

  const blocksOfActivity = async () => (await readActivityMark(app.ctx.db)).blocks

  /** Compares the total, the pages at the edges and the whole list with the rows that it should contain. */
  const isExact = async <Row extends { sequence: number }>(
    source: ListSource<Row>,
    expected: readonly { sequence: number; at: number }[],
  ) => {
    const newest = expected.toSorted((left, right) => right.sequence - left.sequence)
    const counted = await countList(app.ctx, source)
    expect(counted.total).toBe(newest.length)
    expect(counted.oldest).toBe(newest.length === 0 ? null : Math.min(...newest.map(({ at }) => at)))
    const limit = 20
    const last = Math.max(0, Math.ceil(newest.length / limit) - 1)
    for (const page of new Set([0, 1, last >> 1, randomInt(last + 1), last, last + 1])) {
      const rows = await readPage(source, counted, { offset: page * limit, limit })
      const expected = newest.slice(page * limit, (page + 1) * limit)
      expect(rows.map(({ sequence }) => sequence)).toEqual(expected.map(({ sequence }) => sequence))
    }
    const all: number[] = []
    for (const range of splitIntoRanges(counted)) {
      const rows = await source.rows(range, { limit: 100_000, offset: 0 })
      expect(rows.length).toBeLessThanOrEqual(blockLength)
      all.push(...rows.map(({ sequence }) => sequence))
    }
    expect(all.join('\n')).toBe(newest.map(({ sequence }) => sequence).join('\n'))
  }

  const isAboutApiKey = (name: string) => apiKeyEvents.some((type) => type === name)
  const isRead = (name: string) => readEvents.some((type) => type === name)

  const seen = (rows: readonly TableRow<'activity'>[], view: ActivityView, since: number) =>
    rows.filter(
      (row) =>
        row.at >= since &&
        (row.user_id === (view.userId ?? -1) || view.projectIds.includes(row.project_id ?? -1)) &&
        (view.environments === null ||
          (!isAboutApiKey(row.event_type) &&
            (row.environment_id === null
              ? row.event_type !== 'variables_read'
              : view.environments.includes(row.environment_id)))) &&
        (view.category === null ||
          (view.category === 'changes' ? !isRead(row.event_type) : row.category === view.category)),
    )

  const views = fc.record({
    userId: fc.constantFrom(null, 1, 2, 9),
    projectIds: fc.subarray([11, 12, 14]),
    environments: fc.constantFrom(null, [], [101], [101, 102]),
    category: fc.constantFrom(
      null,
      'changes' as const,
      'changes' as const,
      'security_events' as const,
      'project_changes' as const,
      'team_changes' as const,
    ),
  })
  const ranges = fc.constantFrom(hour, 10 * hour + 1, day, 7 * day, 30 * day, 90 * day, 0)

  test('counts and pages activity exactly, wherever the mark is', async () => {
    await writeActivity(app, manyEvents(3 * blockLength + 100, now - 40 * day, now - day))
    await advanceActivityRollups(app.ctx)
    await writeActivity(app, manyEvents(blockLength + 500, now - day, now))
    expect(await blocksOfActivity()).toBeGreaterThanOrEqual(3)
    const rows = await activityOf(app)
    const property = fc.asyncProperty(views, ranges, async (view, range) => {
      await isExact(activitySource(app.ctx, view, now - range), seen(rows, view, now - range))
    })
    await fc.assert(property, { numRuns: 25 })
    await advanceActivityRollups(app.ctx)
    expect(await blocksOfActivity()).toBe(4)
    await fc.assert(property, { numRuns: 25 })
  })

  test('finds words literally, wildcards included, and remembers counts correctly', async () => {
    await writeActivity(app, manyEvents(2 * blockLength + 100, now - 3 * day, now))
    await advanceActivityRollups(app.ctx)
    const rows = await activityOf(app)
    const view: ActivityView = { userId: 1, projectIds: [11], environments: null, category: null }
    const memory = createListMemory().searches
    const wordsTo: readonly (readonly [string, (row: TableRow<'activity'>) => boolean])[] = [
      ['a_b', ({ description }) => description.includes('A_B')],
      ['100%', ({ description }) => description.includes('100%')],
      ['ärger', ({ description }) => description.includes('ÄRGER')],
      ['back\\', ({ description }) => description.includes('back\\')],
      ['variable_created', ({ event_type }) => event_type === 'variable_created'],
      ['nothing at all', () => false],
    ]
    for (const since of [now - day, now - 2 * day - 1, now - 90 * day])
      for (const [word, isFound] of wordsTo) {
        const words = [{ word, termIds: null, projectIds: [], userIds: [] }]
        const source = activitySource(app.ctx, view, since, words)
        const expected = seen(rows, view, since).filter(isFound)
        await isExact(source, expected)
        for (const _ of ['counted', 'remembered'])
          expect((await countList(app.ctx, source, memory)).total).toBe(expected.length)
      }
    const byPerson = activitySource(app.ctx, view, 0, [
      { word: 'zoe', termIds: null, projectIds: [], userIds: [2] },
    ])
    await isExact(
      byPerson,
      seen(rows, view, 0).filter(({ user_id }) => user_id === 2),
    )
  })

  describe('usage', () => {
    type Recorded = Awaited<ReturnType<typeof usageOf>>
    const projects = fc.constantFrom([11], [12], [11, 12], [], [99])
    let memory = createListMemory().usage
    beforeEach(() => {
      memory = createListMemory().usage
    })

    const stateOf = (projectId: number) => readUsageState(app.ctx.db, projectId)
    const advanceAll = async () => {
      for (const projectId of [11, 12]) await advanceUsageRollups(app.ctx, projectId)
    }

    const newestFirst = (rows: Recorded) =>
      rows.toSorted(
        (left, right) =>
          right.at - left.at || right.project_id - left.project_id || right.sequence - left.sequence,
      )

    /**
     * Compares the total, some pages and the whole list with the entries that it should contain.
     * @param rows the newest first
     */
    const isListExact = async (rows: Recorded, projectIds: readonly number[], since: number) => {
      const nameOf = (row: { project_id: number; sequence: number }) => `${row.project_id}/${row.sequence}`
      const newest = rows.filter((row) => row.at >= since && projectIds.includes(row.project_id))
      const names = newest.map(nameOf)
      const states = statesOfProjects(app, projectIds)
      const list = await countUsage(app.ctx, { states, since, words: [] }, memory)
      expect(list.total).toBe(newest.length)
      expect(list.oldest).toBe(newest.at(-1)?.at ?? null)
      const limit = 20
      const last = Math.max(0, Math.ceil(newest.length / limit) - 1)
      for (const page of new Set([0, 1, last >> 1, randomInt(last + 1), last, last + 1])) {
        const read = await list.page({ offset: page * limit, limit })
        const expected = names.slice(page * limit, (page + 1) * limit)
        expect(read.map(({ projectId, sequence }) => `${projectId}/${sequence}`)).toEqual(expected)
      }
      const all: string[] = []
      for await (const group of list.groups()) {
        expect(group.length).toBeLessThanOrEqual(2 * blockLength)
        all.push(...group.map(({ projectId, sequence }) => `${projectId}/${sequence}`))
      }
      expect(all.join('\n')).toBe(names.join('\n'))
    }

    const isExactEverywhere = async (numRuns = 12) => {
      const rows = newestFirst(await usageOf(app))
      const property = fc.asyncProperty(projects, ranges, (ids, range) => isListExact(rows, ids, now - range))
      await fc.assert(property, { numRuns })
      await areStatisticsExact(rows)
    }

    const areStatisticsExact = async (rows: Recorded) => {
      for (const apiKeyId of ['one', 'two', 'gone'])
        for (const [range, step] of [
          [hour, 5 * 60_000],
          [day, hour],
          [7 * day, 6 * hour],
          [30 * day, day],
        ] as const) {
          const since = now - range
          const projectId = projectOfKey[apiKeyId] ?? 11
          const cells = await usageCells(app.ctx, { apiKeyId, projectId, since, step })
          const of = rows.filter((row) => row.api_key_id === apiKeyId && row.at >= since)
          const sums = new Map<string, number[]>()
          const add = (status: number, at: number, figures: readonly number[]) => {
            const name = `${status}/${at}`
            sums.set(
              name,
              (sums.get(name) ?? [0, 0, 0]).map((sum, index) => sum + (figures[index] ?? 0)),
            )
          }
          for (const row of of)
            add(row.status_code, Math.floor(row.at / step), [
              row.calls,
              row.variables_count,
              row.duration_us * row.calls,
            ])
          const expected = new Map(sums)
          sums.clear()
          for (const cell of cells)
            add(cell.status_code, cell.step, [cell.calls, cell.variables, cell.duration_us])
          expect(sums).toEqual(expected)
        }
    }

    const fill = async () => {
      await writeUsage(app, withProjects(manyCalls(6 * blockLength + 300, now - 95 * day, now - 20 * day)))
      await advanceAll()
      await writeUsage(app, withProjects(manyCalls(2 * blockLength, now - 20 * day, now - hour)))
      await writeUsage(app, withProjects(manyCalls(700, now - hour, now)))
    }

    test('counts and pages exactly, and a key’s statistics are exact', async () => {
      await fill()
      expect((await stateOf(11)).blocks).toBeGreaterThanOrEqual(3)
      await isExactEverywhere()
      await advanceAll()
      expect((await stateOf(12)).blocks).toBeGreaterThanOrEqual(1)
      await isExactEverywhere()
    })

    test('counts a million calls in one hour just as well: the steps lie across blocks', async () => {
      await writeUsage(app, withProjects(manyCalls(5 * blockLength, now - hour / 2, now)))
      await advanceAll()
      await isExactEverywhere()
    })

    test('totals are the same from rolled-up blocks and from packs', async () => {
      const areTotalsExact = async () => {
        const expected = new Map<string, readonly [calls: number, durationUs: number]>()
        for (const row of await usageOf(app)) {
          const name = [row.at - (row.at % hour), row.project_id, row.api_key_id, row.status_code].join('/')
          const [calls, durationUs] = expected.get(name) ?? [0, 0]
          expected.set(name, [calls + row.calls, durationUs + row.calls * row.duration_us])
        }
        const totals = await app.ctx.db.selectFrom('usage_totals').selectAll().execute()
        const names = totals.map((row) =>
          [row.hour, row.project_id, row.api_key_id, row.status_code].join('/'),
        )
        const sums = totals.map((row) => [Number(row.calls), Number(row.duration_us)] as const)
        expect(new Map(sums.map((sum, n) => [names[n], sum]))).toEqual(expected)
      }
      await writeUsage(app, withProjects(manyCalls(2 * blockLength + 300, now - day, now)))
      await advanceTotals(app.ctx)
      await areTotalsExact()
      await writeUsage(app, withProjects(manyCalls(5 * blockLength, now - day, now)))
      await advanceAll()
      // Only the rest of the block that was begun, and what is not rolled up, is read from packs.
      const { blocks } = await stateOf(11)
      const inside = blocks * blockLength - 1
      const within = app.ctx.db.selectFrom('usage_packs').where('project_id', '=', 11)
      const last = await within
        .select(['first_sequence', 'entries'])
        .where('first_sequence', '<=', inside)
        .orderBy('first_sequence', 'desc')
        .executeTakeFirstOrThrow()
      const write = (entries: string) =>
        app.ctx.db
          .updateTable('usage_packs')
          .set({ entries })
          .where('project_id', '=', 11)
          .where('first_sequence', '=', last.first_sequence)
          .execute()
      await write('[')
      await advanceTotals(app.ctx)
      await write(last.entries)
      await areTotalsExact()
    })

    test('erased entries no longer count, rolled up or not', async () => {
      await fill()
      const all = await usageOf(app)
      const before = all.filter((row) => row.api_key_id === 'one')
      const { generation } = await stateOf(11)
      expect(await eraseUsage(app.ctx, { projectId: 11, apiKeyId: 'one' })).toBe(before.length)
      expect((await stateOf(11)).generation).toBeGreaterThan(generation)
      expect(await usageOf(app)).toEqual(all.filter((row) => row.api_key_id !== 'one'))
      const left = await app.ctx.db.selectFrom('usage_hours').select('api_key_id').distinct().execute()
      expect(left.map(({ api_key_id }) => api_key_id).sort()).toEqual(['three', 'two'])
      await isExactEverywhere()
      await advanceAll()
      await isExactEverywhere()
      expect(await eraseUsage(app.ctx, { projectId: 11, apiKeyId: 'one' })).toBe(0)
    })

    test('trimmed entries no longer count, and the rollups still match the packs', async () => {
      await fill()
      await advanceAll()
      for (const at of [now, now + 20 * day, now + 75 * day]) {
        const removed = await sweepUsage({ ...app.ctx, clock: () => at })
        expect(removed).toBeGreaterThan(0)
        await isExactEverywhere(6)
        expect(await rebuildUsageRollups(app.ctx)).toMatchObject({ differed: 0 })
      }
      await sweepUsage({ ...app.ctx, clock: () => now + 200 * day })
      expect(await usageOf(app)).toEqual([])
      for (const table of rollupTables)
        expect(await app.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
      await writeUsage(app, withProjects(manyCalls(4 * blockLength, now - day, now)))
      await advanceAll()
      await isExactEverywhere(6)
    })

    test('a beginning that was changed is reported and not trimmed, and other projects are trimmed', async () => {
      await writeUsage(app, withProjects(manyCalls(300, now - 95 * day, now - 92 * day)))
      const before = await stateOf(11)
      await app.ctx.db
        .updateTable('usage_packs')
        .set({ digest: Buffer.alloc(32) })
        .where('project_id', '=', 11)
        .execute()
      const sweeping = sweepUsage({ ...app.ctx, clock: () => now })
      await expect(sweeping).rejects.toThrow('The usage of projects 11 is not as it was written')
      expect(await stateOf(11)).toEqual({ ...before, generation: 0 })
      expect((await stateOf(12)).start).toBeGreaterThan(0)
    })

    test('rebuilding detects and corrects rollups that were changed', async () => {
      await fill()
      await advanceAll()
      const blocks = (await stateOf(11)).blocks + (await stateOf(12)).blocks
      expect(await rebuildUsageRollups(app.ctx)).toEqual({ blocks, differed: 0 })
      const { db } = app.ctx
      const ofShop = { project_id: 11, first_at: 0, last_at: now, entries: 5 }
      await db
        .updateTable('usage_tallies')
        .set({ entries: 1 })
        .where('project_id', '=', 11)
        .where('block', '=', 1)
        .execute()
      await db.deleteFrom('usage_hours').where('block', '=', 2).where('api_key_id', '=', 'one').execute()
      await db
        .insertInto('usage_tallies')
        .values([
          { ...ofShop, block: 900 },
          { ...ofShop, project_id: 77, block: 0 },
        ])
        .execute()
      expect(await rebuildUsageRollups(app.ctx)).toEqual({ blocks, differed: 4 })
      expect(await rebuildUsageRollups(app.ctx)).toMatchObject({ differed: 0 })
      await isExactEverywhere(6)
    })

    test('rolls up first when a list is far ahead of its rollups', async () => {
      await writeUsage(app, withProjects(manyCalls(8 * blockLength, now - day, now)))
      await countUsage(app.ctx, { states: statesOfProjects(app, [11]), since: 0, words: [] }, memory)
      expect((await stateOf(11)).blocks).toBe(Math.floor((await stateOf(11)).sequence / blockLength))
      expect((await stateOf(12)).blocks).toBe(0)
    })

    test('several nodes roll up the same projects at once, each block once', async () => {
      await writeUsage(app, withProjects(manyCalls(4 * blockLength, now - day, now)))
      const nodes = [createRollupWorker(app.ctx), createRollupWorker(app.ctx)]
      await Promise.all(nodes.map((node) => node.runDue()))
      const { blocks, sequence } = await stateOf(11)
      expect(blocks).toBe(Math.floor(sequence / blockLength))
      expect(await rebuildUsageRollups(app.ctx)).toMatchObject({ differed: 0 })
      await writeUsage(app, withProjects(manyCalls(3 * blockLength, now - hour, now)))
      await nodes[0]?.runDue()
      expect((await stateOf(11)).blocks, 'heads are searched once an hour').toBe(blocks)
      nodes[0]?.blockFilled(11)
      await nodes[0]?.runDue()
      expect((await stateOf(11)).blocks).toBeGreaterThan(blocks)
      await Promise.all(nodes.map((node) => node.stop()))
    })

    test('a call that fills a block makes its node roll it up, and a changed pack stops no other project', async () => {
      const entry = (projectId: number) => ({
        keyId: 'one',
        projectId,
        durationUs: 1,
        requestId: '',
        status: 200,
        variables: 1,
        environmentId: null,
        environmentName: 'production',
        method: 'GET',
        endpoint: '/',
        ip: '203.0.113.7',
        calls: 1,
      })
      const some = (count: number) => [11, 12].flatMap((id) => Array.from({ length: count }, () => entry(id)))
      const append = (entries: UsageEntry[]) =>
        inTransaction(app.ctx, async (tx) => appendUsage(tx, entries, await lockHeadsOf(tx, entries)))
      expect((await append(some(blockLength - 1))).filled).toEqual([])
      const worker = createRollupWorker(app.ctx)
      await worker.runDue()
      const { filled } = await append(some(2))
      expect(filled).toEqual([11, 12])
      await app.ctx.db.updateTable('usage_packs').set({ entries: '[' }).where('project_id', '=', 11).execute()
      for (const projectId of filled) worker.blockFilled(projectId)
      await worker.runDue()
      expect([(await stateOf(11)).blocks, (await stateOf(12)).blocks]).toEqual([0, 1])
      expect(app.logged()).toContain('"task":"tallies"')
      await worker.stop()
    })
  })

  test('also finds activity that another node rolled up', async () => {
    await writeActivity(app, manyEvents(blockLength, now - day, now))
    await advanceActivityRollups(app.ctx)
    await app.ctx.db.updateTable('activity_tallies').set({ last_at: 0 }).execute()
    expect(await rebuildActivityRollups(app.ctx)).toEqual({ blocks: 1, differed: 1 })
    expect(await rebuildActivityRollups(app.ctx)).toEqual({ blocks: 1, differed: 0 })
  })
})
