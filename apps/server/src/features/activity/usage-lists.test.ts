import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { type WrittenCall, writeUsage } from '../../../../../dev/world/random-entries.ts'
import { statesOfProjects } from '../../../../../dev/world/states-of-projects.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { blockLength } from '../audit-log/block.ts'
import { eraseUsage } from '../usage/erase-usage.ts'
import { advanceUsageRollups } from '../usage/rollups.ts'
import { sweepUsage } from '../usage/sweep-usage.ts'
import { createListMemory } from './activity-world.ts'
import { countUsage, countUsageSegments } from './count-usage.ts'
import type { UsageWord } from './usage-search.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.UTC(2026, 6, 1, 12, 30)
const projectIds = [11, 12, 13, 14, 15]

/** Some calls of some projects, of two keys each, that begin some days ago. */
const writing = fc.record({
  kind: fc.constant('write' as const),
  projects: fc.subarray(projectIds, { minLength: 1 }),
  calls: fc.constantFrom(3, 90, 700, blockLength, 2 * blockLength + 5),
  daysAgo: fc.constantFrom(120, 91, 60, 8, 1),
  /** How many calls share a commit. */
  together: fc.constantFrom(1, 7, 300),
  stepMs: fc.constantFrom(0, 40, 20 * minute),
})
const action = fc.oneof(
  { weight: 3, arbitrary: writing },
  fc.record({ kind: fc.constant('advance' as const), project: fc.constantFrom(...projectIds) }),
  fc.record({
    kind: fc.constant('erase' as const),
    project: fc.constantFrom(...projectIds),
    key: fc.constantFrom('a', 'b'),
  }),
  fc.record({ kind: fc.constant('sweep' as const), daysAhead: fc.constantFrom(0, 3, 40) }),
)
type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never

const callsOf = ({ projects, calls, daysAgo, together, stepMs }: Extract<Action, { kind: 'write' }>) =>
  Array.from({ length: calls }, (_, n): WrittenCall => {
    const commit = Math.floor(n / together)
    const project = projects[commit % projects.length] ?? 0
    return {
      project_id: project,
      api_key_id: `${n % 3 === 0 ? 'a' : 'b'}${project}`,
      at: now - daysAgo * day + commit * stepMs,
      status_code: n % 5 === 0 ? 404 : 200,
      environment_name: n % 4 === 0 ? 'Staging' : 'production',
      ip: n % 2 === 0 ? '203.0.113.7' : '2001:db8::1',
    }
  })

const word = (text: string, overrides: Partial<UsageWord> = {}): UsageWord => ({
  word: text,
  projectIds: [],
  keyIds: [],
  ...overrides,
})
const searches: readonly (readonly UsageWord[])[] = [
  [],
  [word('staging')],
  [word('404'), word('2001:DB8'.toLowerCase())],
  [word('shop', { projectIds: [12, 13] })],
  [word('ci', { keyIds: ['a11', 'a14'] }), word('prod')],
  [word('nowhere')],
]

type Recorded = Awaited<ReturnType<typeof usageOf>>[number]

const contains = (row: Recorded, { word: text, projectIds: projects, keyIds }: UsageWord) =>
  [row.method, row.endpoint, row.environment_name, row.ip].some((field) =>
    field.toLowerCase().includes(text),
  ) ||
  String(row.status_code) === text ||
  projects.includes(row.project_id) ||
  keyIds.includes(row.api_key_id)

forEachEngine((engine) => {
  const app = withApp(engine)
  let memory = createListMemory().usage
  const clear = async () => {
    memory = createListMemory().usage
    for (const table of [
      'usage_packs',
      'usage_heads',
      'usage_marks',
      'usage_tallies',
      'usage_hours',
    ] as const)
      await app.ctx.db.deleteFrom(table).execute()
  }
  beforeEach(clear)

  const run = async (step: Action) => {
    if (step.kind === 'write') await writeUsage(app, callsOf(step))
    else if (step.kind === 'advance') await advanceUsageRollups(app.ctx, step.project)
    else if (step.kind === 'erase')
      await eraseUsage(app.ctx, { projectId: step.project, apiKeyId: step.key + step.project })
    else await sweepUsage({ ...app.ctx, clock: () => now + step.daysAhead * day })
  }

  interface Query {
    readonly projectIds: readonly number[]
    readonly since: number
    readonly words: readonly UsageWord[]
  }

  /** Compares total, oldest entry, every page and the file with all entries, read one by one. */
  const isExact = async (query: Query, limit: number) => {
    const expected = (await usageOf(app))
      .filter(
        (row) =>
          row.at >= query.since &&
          query.projectIds.includes(row.project_id) &&
          query.words.every((word) => contains(row, word)),
      )
      .sort(
        (left, right) =>
          right.at - left.at || right.project_id - left.project_id || right.sequence - left.sequence,
      )
    const names = expected.map((row) => `${row.project_id}/${row.sequence}`)
    const list = await countUsage(
      app.ctx,
      { ...query, states: statesOfProjects(app, query.projectIds) },
      memory,
    )
    expect(list.total).toBe(names.length)
    expect(list.oldest).toBe(expected.at(-1)?.at ?? null)
    const pages: string[] = []
    for (let offset = 0; offset <= names.length; offset += limit) {
      const page = await list.page({ offset, limit })
      pages.push(...page.map(({ projectId, sequence }) => `${projectId}/${sequence}`))
    }
    expect(pages).toEqual(names)
    const file: string[] = []
    for await (const group of list.groups())
      file.push(...group.map(({ projectId, sequence }) => `${projectId}/${sequence}`))
    expect(file).toEqual(names)
  }

  const queries = fc.record({
    projectIds: fc.oneof(fc.constant(projectIds), fc.subarray([...projectIds, 99])),
    since: fc.constantFrom(0, now - 90 * day, now - 8 * day + 5_000, now - day, now),
    words: fc.constantFrom(...searches),
  })

  test('every page, count and file equals a reading of all entries, whatever was erased or trimmed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
        fc.array(queries, { minLength: 2, maxLength: 3 }),
        async (rounds, request) => {
          await clear()
          for (const steps of rounds) {
            for (const step of steps) await run(step)
            for (const query of request) await isExact(query, 331)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  // On SQLite, 300 projects are read with two statements.
  test.each([
    [12, 1_800, 50],
    [300, 60, 20],
  ])('finds a page among %i projects with calls at the same times', async (projects, each, together) => {
    const calls = Array.from({ length: projects * each }, (_, n) => {
      const commit = Math.floor(n / together)
      const project = 20 + (commit % projects)
      return {
        project_id: project,
        api_key_id: 'a',
        at: now - 9 * day + Math.floor(commit / projects) * 60 * minute,
      }
    })
    await writeUsage(app, calls)
    const query = { projectIds: [...new Set(calls.map((call) => call.project_id))], since: 0, words: [] }
    await isExact(query, 1_700)
    const states = statesOfProjects(app, query.projectIds)
    expect(await countUsageSegments(app.ctx, { ...query, states }, memory)).toHaveLength(projects)
  })

  test('a list of ten thousand projects is one parameter', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => 1_000 + n)
    await writeUsage(app, [
      { project_id: 1_003, api_key_id: 'a', at: now },
      { project_id: 10_999, api_key_id: 'a', at: now },
      { project_id: 11_000, api_key_id: 'a', at: now },
    ])
    const called = { sequence: 1, start: 0, blocks: 0, generation: 0 }
    const states = async () => many.map((projectId) => ({ projectId, ...called }))
    const list = await countUsage(app.ctx, { states, since: 0, words: [] }, memory)
    expect((await list.page({ offset: 0, limit: 9 })).map(({ projectId }) => projectId)).toEqual([
      10_999, 1_003,
    ])
  })

  test('what is remembered ends with an erasure, a rollup and a sweep, and as entries become too old', async () => {
    const write = (daysAgo: 91 | 8 | 1, calls: number): Action => ({
      kind: 'write',
      projects: [11, 12],
      calls,
      daysAgo,
      together: 7,
      stepMs: 20 * minute,
    })
    const query = { projectIds: [11, 12], words: [] }
    const queryEach = async () => {
      for (const since of [0, now - 8 * day, now - 8 * day + 60 * minute, now - day, 0])
        await isExact({ ...query, since }, 97)
    }
    const steps: readonly Action[] = [
      write(91, 90),
      write(8, 90),
      { kind: 'erase', project: 11, key: 'a' },
      write(1, 2 * blockLength + 5),
      { kind: 'advance', project: 12 },
      { kind: 'erase', project: 12, key: 'b' },
      { kind: 'sweep', daysAhead: 0 },
    ]
    for (const step of steps) {
      await run(step)
      await queryEach()
    }
  })

  test('packs are read once, later ones are added, and an earlier time reads them again', async () => {
    const call = (at: number) => ({ project_id: 11, api_key_id: 'a', at })
    await writeUsage(app, [call(now - 2 * day), call(now - day)])
    const total = async (since: number) =>
      (await countUsage(app.ctx, { states: statesOfProjects(app, [11]), since, words: [] }, memory)).total
    expect(await total(now - 3 * day)).toBe(2)
    // Shows what is remembered: nothing but a test changes a pack without its head.
    await app.ctx.db.updateTable('usage_packs').set({ erased: 1 }).execute()
    expect(await total(now - 3 * day + 1)).toBe(2)
    expect(await total(now - 2 * day + 1)).toBe(1)
    await writeUsage(app, [call(now)])
    expect(await total(now - 3 * day)).toBe(3)
    expect(await total(now - 2 * day + 1)).toBe(2)
    expect(await total(now - 3 * day - 1)).toBe(1)
  })
})
