import { createClient } from '@envhold/client/client.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { anotherNode } from '../../../../../dev/world/another-node.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedEnvironment, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import type { Row } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createActivityRecorder } from './activity-recorder.ts'
import { type ActivityEvent, appendActivity } from './append-activity.ts'
import type { NotedPoint, Verdict } from './verdict.ts'
import { findMissingActivity, verifyActivity, verifyAllActivity } from './verify-activity.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const seeded = withEnvironment(owner)
  let chain: string
  let restore: () => Promise<void>
  beforeAll(async () => {
    chain = `activity/project/${seeded.projectId}`
    for (const key of ['A', 'B', 'C'])
      await owner.client.call(createVariable, { params: { id: seeded.id }, body: { key, value: '1' } })
    await record({ userId: null })
    await record({ userId: null })
    restore = await snapshot()
  })
  afterEach(() => restore())

  const tables = ['activity', 'activity_heads', 'chain_heads'] as const
  const snapshot = async () => {
    const rows = await Promise.all(tables.map((table) => app.ctx.db.selectFrom(table).selectAll().execute()))
    return () =>
      inTransaction(app.ctx, async (tx) => {
        for (const [index, table] of tables.entries()) {
          await tx.db.deleteFrom(table).execute()
          for (const row of rows[index] ?? [])
            await tx.db
              .insertInto(table)
              .values(row as never)
              .execute()
        }
      })
  }
  const event = (of: Partial<ActivityEvent>): ActivityEvent => ({
    type: 'login',
    severity: 'low',
    description: 'something happened',
    userId: owner.userId,
    origin: null,
    ...of,
  })
  const record = (of: Partial<ActivityEvent>) => createActivityRecorder(app.ctx).record(event(of))

  const verdict = (noted: readonly NotedPoint[] = []) => verifyActivity(app.ctx, chain, noted)
  const rowsOf = (name = chain) =>
    app.ctx.db.selectFrom('activity').selectAll().where('chain', '=', name).orderBy('position').execute()
  /** Both walks, which must agree: the broken chains, and the first missing entry of all. */
  const broken = async () => {
    const verdicts: Verdict[] = []
    await verifyAllActivity(
      app.ctx,
      async () => [],
      (verdict) => verdicts.push(verdict),
    )
    for (const one of verdicts) expect(await verifyActivity(app.ctx, one.chain)).toEqual(one)
    return {
      chains: verdicts.flatMap((verdict) =>
        verdict.broken ? [[verdict.chain, verdict.broken.sequence, verdict.broken.why]] : [],
      ),
      gap: await findMissingActivity(app.ctx),
    }
  }
  const change = (position: number, set: Partial<Row<'activity'>>) =>
    app.ctx.db
      .updateTable('activity')
      .set(set)
      .where('chain', '=', chain)
      .where('position', '=', position)
      .execute()
  const remove = (from: number, to = from) =>
    app.ctx.db
      .deleteFrom('activity')
      .where('chain', '=', chain)
      .where('position', '>=', from)
      .where('position', '<=', to)
      .execute()
  const setHead = (head: Partial<Row<'activity_heads'>>) =>
    app.ctx.db.updateTable('activity_heads').set(head).where('chain', '=', chain).execute()
  const at = async (position: number): Promise<Row<'activity'>> => {
    const row = (await rowsOf()).find((entry) => entry.position === position)
    if (!row) throw new Error('There is no such entry')
    return row
  }

  test('each entry belongs to the chain of its project, its user or the instance, and all verify', async () => {
    const rows = await activityOf(app)
    for (const row of rows) {
      const user = row.user_id === null ? 'activity/instance' : `activity/account/${row.user_id}`
      expect(row.chain).toBe(row.project_id === null ? user : `activity/project/${row.project_id}`)
    }
    const chains = Map.groupBy(rows, (row) => row.chain)
    expect([...chains.keys()].sort()).toEqual(
      [`activity/account/${owner.userId}`, 'activity/instance', chain].sort(),
    )
    for (const of of chains.values())
      expect(of.map(({ position }) => position)).toEqual(of.map((_, index) => index + 1))
    expect(await broken()).toEqual({ chains: [], gap: undefined })
    const last = (await rowsOf()).at(-1)
    expect(await verdict()).toEqual({
      chain,
      entries: last?.position,
      broken: null,
      head: { sequence: last?.position, link: last?.link },
      trimmed: [],
    })
    expect(last?.position).toBeGreaterThan(4)
  })

  const fields: readonly Partial<Row<'activity'>>[] = [
    { sequence: 99 },
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
    { link: Buffer.alloc(32) },
    { mac: Buffer.alloc(33) },
    { mac: Buffer.alloc(0) },
  ]
  test.each(fields)('finds a changed entry: %j', async (set) => {
    await change(3, set)
    expect((await broken()).chains).toEqual([[chain, 3, 'it was changed']])
  })

  test('names the first invalid entry', async () => {
    await change(4, { description: 'x' })
    await change(2, { description: 'x' })
    expect(await verdict()).toMatchObject({ entries: 1, broken: { sequence: 2 } })
  })

  test('finds removed, exchanged, repeated and moved entries', async () => {
    await remove(3)
    expect((await broken()).chains).toEqual([[chain, 3, 'it is missing']])
    await restore()

    const [third, fourth] = [await at(3), await at(4)]
    await remove(3, 4)
    for (const row of [
      { ...third, position: 4 },
      { ...fourth, position: 3 },
    ])
      await app.ctx.db.insertInto('activity').values(row).execute()
    expect((await broken()).chains).toEqual([[chain, 3, 'it was changed']])
    await restore()

    const { length } = await rowsOf()
    await app.ctx.db
      .insertInto('activity')
      .values({ ...third, sequence: 1_000, position: length + 1 })
      .execute()
    expect((await broken()).chains).toEqual([[chain, length + 1, 'it was changed']])
    await restore()

    await app.ctx.db
      .updateTable('activity')
      .set({ chain: 'activity/project/999' })
      .where('chain', '=', chain)
      .execute()
    await setHead({ chain: 'activity/project/999' })
    expect((await broken()).chains).toEqual([['activity/project/999', 1, 'it was changed']])
  })

  test('finds an end, a beginning and a whole chain that were cut off', async () => {
    const { length } = await rowsOf()
    const end = 'the chain does not end at its head'
    await remove(length)
    expect((await broken()).chains).toEqual([[chain, length, end]])
    await restore()

    await remove(1, 2)
    expect((await broken()).chains).toEqual([[chain, 1, 'it is missing']])
    await restore()

    await remove(1, length)
    expect((await broken()).chains).toEqual([[chain, 1, end]])
    await restore()

    await app.ctx.db.deleteFrom('activity_heads').where('chain', '=', chain).execute()
    expect((await broken()).chains).toEqual([[chain, length + 1, end]])
    await restore()

    // With its head: the chain looks whole, but entries that came later in other chains show the gap.
    const last = await at(length)
    const { at: time, link, mac } = await at(length - 1)
    await remove(length)
    await setHead({ sequence: length - 1, at: time, link, mac })
    expect(await broken()).toEqual({ chains: [], gap: last.sequence })
    const noted = { chain, sequence: length, link: last.link }
    expect((await verdict([noted])).broken).toEqual({
      sequence: length,
      why: `it is missing, and so are all up to ${length}, which was noted: the end was cut off`,
    })
    await restore()

    const [first] = await rowsOf()
    await remove(1, length)
    await app.ctx.db.deleteFrom('activity_heads').where('chain', '=', chain).execute()
    expect(await broken()).toEqual({ chains: [], gap: first?.sequence })
  })

  test('finds the end of all activity cut off without its head, and another MAC there', async () => {
    const newest = (await activityOf(app)).at(-1)
    await app.ctx.db
      .updateTable('chain_heads')
      .set({ mac: Buffer.alloc(33) })
      .execute()
    expect((await broken()).gap).toBe((newest?.sequence ?? 0) + 1)
    await restore()
    await app.ctx.db.deleteFrom('activity').execute()
    await app.ctx.db.deleteFrom('activity_heads').execute()
    expect(await broken()).toEqual({ chains: [], gap: 1 })
  })

  test.each<Partial<Row<'activity_heads'>>>([
    { sequence: 1 },
    { at: 1 },
    { link: Buffer.alloc(32) },
    { mac: Buffer.alloc(33) },
  ])('finds a changed head: %j', async (set) => {
    await setHead(set)
    const { length } = await rowsOf()
    expect((await broken()).chains).toEqual([[chain, length + 1, 'the chain does not end at its head']])
  })

  test('the chain must pass through a noted head', async () => {
    const { link } = await at(2)
    expect((await verdict([{ chain, sequence: 2, link }])).broken).toBeNull()
    expect(
      (await verdict([{ chain: 'activity/instance', sequence: 2, link: Buffer.alloc(32) }])).broken,
    ).toBeNull()
    expect((await verdict([{ chain, sequence: 2, link: Buffer.alloc(32) }])).broken).toEqual({
      sequence: 2,
      why: 'it differs from the noted entry',
    })
  })

  test('a failed action leaves no event', async () => {
    const { project } = await seedProject(owner, 'taken')
    const before = (await activityOf(app)).length
    const params = { projectId: project.id }
    await owner.client.call(createEnvironment, { params, body: { name: 'TAKEN' } }).catch(() => {})
    const failing = inTransaction(app.ctx, async (tx) => {
      await appendActivity(tx, [event({ description: 'never happened' })])
      throw new Error('after the event was written')
    })
    await expect(failing).rejects.toThrow('after the event')
    expect(await activityOf(app)).toHaveLength(before)
    expect(await broken()).toEqual({ chains: [], gap: undefined })
  })

  test('a write that cannot be recorded is not made, and a read that cannot be recorded gets no response', async () => {
    const { id } = seeded
    await app.ctx.db.deleteFrom('chain_heads').where('chain', '=', 'activity').execute()
    const unrecorded = { code: 'INTERNAL' }
    await expect(
      owner.client.call(createVariable, { params: { id }, body: { key: 'UNRECORDED', value: '1' } }),
    ).rejects.toMatchObject(unrecorded)
    await expect(owner.client.call(readVariables, { params: { id } })).rejects.toMatchObject(unrecorded)
    await restore()
    const { variables } = await owner.client.call(readVariables, { params: { id } })
    expect(variables).not.toHaveProperty('UNRECORDED')
  })

  test('truncates long descriptions instead of rejecting them, even inside a character', async () => {
    for (const description of ['✓'.repeat(2_000), `x${'😀'.repeat(1_000)}`]) {
      await record({ description })
      expect((await activityOf(app)).at(-1)?.description).toHaveLength(1_000)
    }
    expect(await broken()).toEqual({ chains: [], gap: undefined })
  })

  test('one transaction appends to several chains', async () => {
    const projectIds = [101, 102, 101, null, 103]
    await inTransaction(app.ctx, (tx) =>
      appendActivity(
        tx,
        projectIds.map((projectId) => event({ projectId })),
      ),
    )
    const added = (await activityOf(app)).slice(-5)
    expect(added.map((row) => row.project_id)).toEqual(projectIds)
    expect((await rowsOf('activity/project/101')).map(({ position }) => position)).toEqual([1, 2])
    expect(await broken()).toEqual({ chains: [], gap: undefined })
  })

  test('concurrent entries from all nodes form whole chains', async () => {
    const node = engine === 'postgres' ? await anotherNode(app) : undefined
    const { id } = await seedEnvironment(owner)
    const before = (await activityOf(app)).length
    const credentials = { token: owner.token, masterPassword: owner.masterPassword ?? '' }
    const work = Array.from({ length: 20 }, (_, n) => {
      const server = (n % 2 && node?.url) || app.url
      const client = createClient({ server, headers: () => headersOf(credentials), timeoutMs: 120_000 })
      return client.call(readVariables, { params: { id } })
    })
    await Promise.all(work)
    await Promise.all(Array.from({ length: 20 }, (_, n) => record({ projectId: 200 + (n % 3) })))
    const types = (await activityOf(app)).slice(before).map(({ event_type }) => event_type)
    expect(types.filter((type) => type === 'variables_read')).toHaveLength(20)
    expect(types.filter((type) => type === 'login')).toHaveLength(20)
    expect(await broken()).toEqual({ chains: [], gap: undefined })
    await node?.stop()
  })
})
