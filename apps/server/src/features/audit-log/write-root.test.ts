import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { writeUsage } from '../../../../../dev/world/random-entries.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import { readNewestRoot, readRootsAfter } from './root-store.ts'
import { trimUsage } from './trim-usage.ts'
import { findBrokenRoots } from './verify-roots.ts'
import { writeRoot } from './write-root.ts'

const now = Date.UTC(2027, 4, 10, 12)
const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const tables = [
    'usage_packs',
    'usage_heads',
    'activity',
    'activity_heads',
    'audit_roots',
    'root_points',
  ] as const

  const calls = (project: number, count: number, at = now) =>
    writeUsage(
      app,
      Array.from({ length: count }, (_, n) => ({ api_key_id: `key${n % 2}`, project_id: project, at })),
    )
  const act = (...projectIds: (number | null)[]) =>
    inTransaction(app.ctx, (tx) =>
      appendActivity(
        tx,
        projectIds.map((projectId): ActivityEvent => {
          return { type: 'login', severity: 'low', description: 'x', userId: null, projectId, origin: null }
        }),
      ),
    )
  const root = async () => {
    await writeRoot(app.ctx)
    return await readNewestRoot(app.ctx.db)
  }
  const points = async () => {
    const rows = await app.ctx.db.selectFrom('root_points').selectAll().execute()
    return Object.fromEntries(rows.map(({ chain, sequence }) => [chain, sequence]))
  }
  const violations = async () =>
    (await activityOf(app)).flatMap((row) => (row.event_type === 'security_violation' ? row.description : []))
  const broken = async () => {
    const problems: string[] = []
    await findBrokenRoots(app.ctx, (problem) => problems.push(problem))
    return problems
  }
  const outside = (text: string) => sql.raw(text).execute(app.ctx.db)

  beforeEach(async () => {
    for (const table of tables) await app.ctx.db.deleteFrom(table).execute()
    await app.ctx.db.updateTable('chain_heads').set({ sequence: 0, mac: null }).execute()
    for (const project of [7, 9, 10]) await calls(project, 3)
    await act(7, 7, null)
  })

  test('roots cover the ends of all chains, and each the root before', async () => {
    expect(await root()).toMatchObject({ number: 1, chains: 5 })
    expect(await points()).toEqual({
      'usage/7': 3,
      'usage/9': 3,
      'usage/10': 3,
      'activity/project/7': 2,
      'activity/instance': 1,
    })
    await calls(9, 2, now + 1)
    await calls(11, 1)
    expect(await root()).toMatchObject({ number: 2, chains: 6 })
    expect(await points()).toMatchObject({ 'usage/9': 5, 'usage/11': 1, 'usage/7': 3 })
    expect(await root()).toMatchObject({ number: 3, chains: 6 })
    const [first, second, third] = await readRootsAfter(app.ctx.db, 0, 10)
    expect(second?.digest).not.toEqual(first?.digest)
    expect(third?.digest).toEqual(second?.digest)
    expect(third?.mac).not.toEqual(second?.mac)
    expect(await broken()).toEqual([])
    expect(await violations()).toEqual([])
    expect(app.logged()).toMatch(/"head":"root:3:[0-9a-f]{66}"/)
  })

  test('without any chain there is an empty root', async () => {
    for (const table of tables) await app.ctx.db.deleteFrom(table).execute()
    expect(await root()).toMatchObject({ number: 1, chains: 0 })
    expect(await root()).toMatchObject({ number: 2, chains: 0 })
    expect(await broken()).toEqual([])
  })

  const cutUsage = async (chain: number) => {
    await outside(`delete from usage_packs where project_id = ${chain} and first_sequence > 3`)
    await outside(
      `update usage_heads set sequence = 3, at = ${now},
        link = (select link from usage_packs where project_id = ${chain} and last_sequence = 3),
        mac = (select mac from usage_packs where project_id = ${chain} and last_sequence = 3)
        where project_id = ${chain}`,
    )
  }

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['a usage chain cut off with its head', () => cutUsage(9), ['usage/9']],
    [
      'a usage chain cut off with its head, which then grew again',
      async () => {
        await cutUsage(9)
        await calls(9, 5, now + 7)
      },
      ['usage/9'],
    ],
    [
      'a whole usage chain',
      async () => {
        await outside('delete from usage_packs where project_id = 9')
        await outside('delete from usage_heads where project_id = 9')
      },
      ['usage/9'],
    ],
    [
      'a whole usage chain that began again',
      async () => {
        await outside('delete from usage_packs where project_id = 9')
        await outside('delete from usage_heads where project_id = 9')
        await calls(9, 9, now + 7)
      },
      ['usage/9'],
    ],
    [
      'two exchanged usage chains',
      async () => {
        for (const table of ['usage_packs', 'usage_heads'])
          for (const [from, to] of [
            [9, 99],
            [7, 9],
            [99, 7],
          ])
            await outside(`update ${table} set project_id = ${to} where project_id = ${from}`)
      },
      ['usage/7', 'usage/9'],
    ],
    [
      'a chain of activity that was cut off with its head',
      async () => {
        await outside(`delete from activity where chain = 'activity/project/7' and position = 2`)
        await outside(
          `update activity_heads set sequence = 1, link = (select link from activity where chain = 'activity/project/7')
            where chain = 'activity/project/7'`,
        )
      },
      ['activity/project/7'],
    ],
    [
      'a whole chain of activity',
      async () => {
        await outside(`delete from activity where chain = 'activity/project/7'`)
        await outside(`delete from activity_heads where chain = 'activity/project/7'`)
      },
      ['activity/project/7'],
    ],
    [
      'a whole chain with its point',
      async () => {
        for (const table of ['usage_packs', 'usage_heads'])
          await outside(`delete from ${table} where project_id = 9`)
        await outside(`delete from root_points where chain = 'usage/9'`)
      },
      ['root'],
    ],
    [
      'a chain cut off with its head and its point',
      async () => {
        await cutUsage(9)
        await outside(
          `update root_points set sequence = 3, at = ${now},
            link = (select link from usage_heads where project_id = 9) where chain = 'usage/9'`,
        )
      },
      ['root'],
    ],
    ['a changed root', () => outside('update audit_roots set at = at + 1 where number = 2'), ['root']],
    [
      'an older root in place of the newest',
      () =>
        outside(
          `update audit_roots set chains = (select chains from audit_roots where number = 1),
            digest = (select digest from audit_roots where number = 1),
            mac = (select mac from audit_roots where number = 1) where number = 2`,
        ),
      ['root'],
    ],
    [
      'a point of no chain',
      () =>
        outside(
          `insert into root_points (chain, sequence, at, link) select 'usage/x', -1, 0, link from root_points where chain = 'usage/7'`,
        ),
      ['root', 'usage/x'],
    ],
  ])('finds %s, once', async (_, harm, chains) => {
    await root()
    await calls(9, 2, now + 1)
    await root()
    await harm()
    expect((await broken()).length).toBeGreaterThan(0)
    const next = await root()
    expect(next?.number).toBe(3)
    const verb = chains.length === 1 ? 'was' : 'were'
    expect(await violations()).toEqual([
      `The audit log was changed from outside since root 2: ${chains.join(', ')} ${verb} cut off, removed or replaced`,
    ])
    for (const chain of chains) expect(app.logged()).toContain(`"chain":"${chain}"`)
    await root()
    expect(await violations()).toHaveLength(1)
  })

  test('the first roots, cut off with all points, leave a gap', async () => {
    for (const _ of [1, 2, 3]) await root()
    await outside('delete from audit_roots where number = 2')
    expect(await broken()).toEqual(['audit_roots 2: is missing'])
    await outside('delete from audit_roots where number = 1')
    expect(await broken()).toEqual(['audit_roots 1: is missing'])
  })

  test('usage that was trimmed is not missed', async () => {
    for (const later of [1, 2, 3]) await calls(9, 2, now + later * day)
    await root()
    const trim = (before: number) => inTransaction(app.ctx, (tx) => trimUsage(tx, 9, before, 1_000))
    await trim(now + 2 * day + 1)
    await calls(9, 2, now + 4 * day)
    await root()
    await trim(now + 30 * day)
    await root()
    await calls(9, 1, now + 31 * day)
    await root()
    expect(await points()).toMatchObject({ 'usage/9': 12 })
    expect(await violations()).toEqual([])
    expect(await broken()).toEqual([])
  })

  test('one of several writers writes a root', async () => {
    await root()
    await Promise.allSettled([1, 2, 3].map(() => writeRoot(app.ctx)))
    const written = await readRootsAfter(app.ctx.db, 0, 10)
    expect(written.map(({ number }) => number)).toEqual(written.map((_, index) => index + 1))
    expect(await broken()).toEqual([])
  })
})
