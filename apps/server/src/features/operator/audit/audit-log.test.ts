import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { type EventType, eventTypes } from '@envhold/contract/activity/event-types.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import {
  type AuditCall,
  type AuditEvent,
  exportAuditEntries,
  listAuditEntries,
  readAuditStatus,
} from '@envhold/contract/operator/audit.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf, usageOf } from '../../../../../../dev/world/events-of.ts'
import { writeActivity, writeUsage } from '../../../../../../dev/world/random-entries.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { listActivityOfInstance, listUsageOfInstance } from '../../activity/instance-wide/instance-lists.ts'

const day = 24 * 3_600_000
/** Before everything else that is recorded. */
const start = Date.parse('2026-01-01T00:00:00.000Z')
const wire = (at: number) => new Date(at).toISOString()

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  let world: Awaited<ReturnType<typeof seedWorld>>

  async function seedWorld() {
    const first = await addPerson(app)
    const second = await addPerson(app)
    const shop = await seedEnvironment(first)
    const shed = await seedEnvironment(second)
    const keys = [await seedApiKey(first, shop.projectId), await seedApiKey(second, shed.projectId)] as const
    const calls = Array.from({ length: 30 }, (_, n) => ({
      at: start + Math.floor(n / 3) * 60_000,
      api_key_id: keys[n % 2]?.id ?? '',
      project_id: [shop, shed][n % 2]?.projectId ?? 0,
      environment_id: n % 3 === 0 ? null : shop.id,
      environment_name: n % 3 === 0 ? 'TYPED_BY_MISTAKE' : 'production',
      status_code: n % 5 === 0 ? 404 : 200,
      ip: n === 8 ? '198.51.100.9' : '203.0.113.7',
    }))
    await writeUsage(app, calls)
    return { first, second, shop, shed, keys }
  }
  beforeAll(async () => {
    world = await seedWorld()
  })

  const list = (query: object) => operator.client.call(listAuditEntries, { query })
  const exported = (query: object) => operator.client.call(exportAuditEntries, { query })
  /** All pages of a list. */
  async function all(query: object) {
    const events: AuditEvent[] = []
    const calls: AuditCall[] = []
    for (let before: string | undefined; ; ) {
      const page = await list({ ...query, limit: 7, before })
      events.push(...page.events)
      calls.push(...page.calls)
      if (page.next === null) return { events, calls }
      before = page.next
    }
  }

  test('lists the activity of all users, page by page', async () => {
    const { events } = await all({})
    const rows = (await activityOf(app)).toReversed()
    expect(events.map(({ id }) => id)).toEqual(rows.map(({ sequence }) => sequence))
    const created = events.find(
      ({ event_type, project }) => event_type === 'project_created' && project?.id === world.shop.projectId,
    )
    expect(created).toMatchObject({
      description: 'Created the project "Shop"',
      user: { id: world.first.userId, username: world.first.username, email: world.first.email },
      project: { id: world.shop.projectId, name: 'Shop' },
      chain: `activity/project/${world.shop.projectId}`,
      position: 1,
      ip_address: '127.0.0.1',
    })
  })

  test('filters the activity', async () => {
    const idsOf = async (query: object) => (await all(query)).events.map(({ id }) => id)
    const rows = (await activityOf(app)).toReversed()
    const { first, shop } = world
    const ofFirst = rows.filter((row) => row.user_id === first.userId).map(({ sequence }) => sequence)
    expect(ofFirst.length).toBeGreaterThan(3)
    for (const user of [first.email.toUpperCase(), first.username, String(first.userId)])
      expect(await idsOf({ user })).toEqual(ofFirst)
    expect(await idsOf({ project: String(shop.projectId), type: 'project_created' })).toHaveLength(1)
    expect(await idsOf({ project: 'shop', type: 'project_created' })).toHaveLength(2)
    const of = (query: object, isWanted: (row: (typeof rows)[number]) => boolean) =>
      expect(idsOf(query)).resolves.toEqual(rows.filter(isWanted).map(({ sequence }) => sequence))
    await of({ category: 'security_events' }, (row) => row.category === 'security_events')
    await of({ severity: 'medium' }, (row) => row.severity === 'medium')
    await of({ ip: '127.0.0.1', type: 'login' }, (row) => row.event_type === 'login')
    const middle = rows[Math.floor(rows.length / 2)]?.at ?? 0
    await of({ from: wire(middle) }, ({ at }) => at >= middle)
    await of({ to: wire(middle) }, ({ at }) => at <= middle)
    for (const query of [
      { user: 'nobody' },
      { project: 'nothing' },
      { ip: '192.0.2.1' },
      { to: wire(start) },
    ])
      expect(await list(query)).toEqual({ events: [], calls: [], next: null, searched_to: null })
  })

  test('finds what operators did to an account, by a call or by a command', async () => {
    const { second } = world
    const acts = [
      [operator.userId, `As an operator, on account ${second.userId}: Suspended the account`],
      [null, `By a command of the server, on account ${second.userId}: Ended the suspension`],
      // Another account, whose id begins alike.
      [operator.userId, `As an operator, on account ${second.userId}0: Suspended the account`],
    ] as const
    await writeActivity(
      app,
      acts.map(([user_id, description]) => ({
        event_type: 'operator_acted',
        at: app.ctx.clock(),
        description,
        user_id,
      })),
    )
    const texts = async (query: object) => (await all(query)).events.map(({ description }) => description)
    for (const account of [second.email, second.username, String(second.userId)])
      expect(await texts({ account })).toEqual([acts[1][1], acts[0][1]])
    expect(await texts({ account: second.email, user: operator.username })).toEqual([acts[0][1]])
    expect(await texts({ account: 'nobody' })).toEqual([])
  })

  test('lists and filters the calls of all projects, page by page', async () => {
    const usage = { log: 'usage' }
    const { calls } = await all(usage)
    const recorded = (await usageOf(app)).toSorted(
      (left, right) =>
        right.at - left.at || right.project_id - left.project_id || right.sequence - left.sequence,
    )
    const idsIn = (rows: typeof recorded) => rows.map((row) => `usage/${row.project_id}:${row.sequence}`)
    expect(calls.map(({ id }) => id)).toEqual(idsIn(recorded))
    const idsOf = async (query: object) => (await all({ ...usage, ...query })).calls.map(({ id }) => id)
    const { shop, keys } = world
    const ofShop = idsIn(recorded.filter((row) => row.project_id === shop.projectId))
    expect(ofShop).toHaveLength(15)
    expect(await idsOf({ project: String(shop.projectId) })).toEqual(ofShop)
    expect(await idsOf({ key: keys[0].id })).toEqual(ofShop)
    expect(await idsOf({ key: 'ci' })).toEqual(idsIn(recorded))
    expect(await idsOf({ status: '4xx' })).toEqual(idsIn(recorded.filter((row) => row.status_code === 404)))
    expect(await idsOf({ ip: '198.51.100.9' })).toHaveLength(1)
    for (const project of [undefined, String(shop.projectId)]) {
      const times = { from: wire(start + 120_000), to: wire(start + 300_000), project }
      const within = recorded.filter(
        (row) =>
          row.at >= start + 120_000 &&
          row.at <= start + 300_000 &&
          (!project || row.project_id === shop.projectId),
      )
      expect(await idsOf(times)).toEqual(idsIn(within))
    }
    expect(await idsOf({ key: 'nothing' })).toEqual([])
  })

  test('shows no text that a caller typed in place of an environment', async () => {
    const { calls } = await all({ log: 'usage' })
    expect(JSON.stringify(calls)).not.toContain('TYPED_BY_MISTAKE')
    expect(calls.find(({ environment }) => environment !== null)).toMatchObject({
      endpoint: expect.stringMatching(/production$/),
      environment: { id: world.shop.id, name: 'production' },
    })
  })

  test('a filter that matches little is searched part by part', async () => {
    const activity = { type: 'counter_regression' } as const
    const page = await listActivityOfInstance(app.ctx, activity, { limit: 5, searched: 3 })
    const rows = (await activityOf(app)).toReversed()
    expect(page).toEqual({ entries: [], next: String(rows[2]?.sequence), searchedTo: rows[2]?.at })
    const { userId } = world.first
    const own = rows.filter((row) => row.user_id === userId)
    const ofUser = { ...activity, userIds: [userId] }
    expect(await listActivityOfInstance(app.ctx, ofUser, { limit: 5, searched: 2 })).toMatchObject({
      next: String((own[2]?.sequence ?? 0) + 1),
    })
    const calls = await listUsageOfInstance(app.ctx, { ip: '192.0.2.1' }, { limit: 5, searched: 4 })
    expect(calls).toMatchObject({ entries: [], searchedTo: expect.any(Number) })
    const rest = await listUsageOfInstance(
      app.ctx,
      { ip: '192.0.2.1' },
      { limit: 5, before: calls.next ?? '' },
    )
    expect(rest).toEqual({ entries: [], next: null, searchedTo: null })
  })

  test('a filter of the other log is rejected', async () => {
    for (const query of [{ key: 'CI' }, { log: 'usage', severity: 'high' }])
      await expect(list(query)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('no event shows a text that may name a variable', async () => {
    const at = app.ctx.clock()
    const types = Object.keys(eventTypes) as EventType[]
    const description = 'Changed CANARY_NAME in "production"'
    await writeActivity(
      app,
      types.map((event_type) => ({ event_type, at, description, user_id: operator.userId })),
    )
    const events = (await all({ user: operator.username, from: wire(at) })).events
    expect(new Set(events.map(({ event_type }) => event_type))).toEqual(new Set(types))
    const hidden = events.filter((event) => !event.description.includes('CANARY_NAME'))
    expect(
      hidden.map(({ event_type }) => event_type).filter((type) => /variable|exported/.test(type)),
    ).toEqual(types.filter((type) => /variable|environment_exported/.test(type)).toReversed())
    expect(hidden.find(({ event_type }) => event_type === 'variable_updated')?.description).toBe(
      'Variable updated',
    )
    const file = await exported({ type: 'variable_updated', format: 'csv' })
    expect(file).toContain('Variable updated')
    expect(file).not.toContain('CANARY_NAME')
  })

  test('exports what the filters leave, and records their names alone', async () => {
    const { first, keys } = world
    const of = { user: first.email }
    const { events } = await all(of)
    const csv = await exported(of)
    const lines = csv.trimEnd().split('\r\n')
    expect(lines[0]?.split(',').slice(0, 3)).toEqual(['id', 'created_at', 'event_type'])
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(events.map(({ id }) => id))
    const range = { from: wire(start), to: wire(start + day) }
    const usage = JSON.parse(await exported({ log: 'usage', key: keys[0].id, format: 'json', ...range }))
    expect(usage).toMatchObject({ log: 'usage', ...range, limit: 100_000, complete: true })
    expect(usage.entries).toEqual(
      (await all({ log: 'usage', key: keys[0].id })).calls.filter(({ created_at }) => created_at <= range.to),
    )
    const { logs } = await operator.client.call(listActivityLogs, { query: { search: 'exported' } })
    expect(logs[0]?.description).toBe(
      `As an operator, exported the API usage of the instance from ${range.from} to ${range.to} as JSON, filtered by key`,
    )
    expect(JSON.stringify(logs)).not.toContain(first.email)
  })

  test('an export has a bounded time range', async () => {
    const long = { from: wire(start - 400 * day), to: wire(start) }
    const backwards = { from: wire(start), to: wire(start - 1) }
    for (const range of [long, backwards])
      await expect(exported(range)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('calls of a deleted key are not listed', async () => {
    const { second, shed, keys } = world
    await second.client.call(deleteApiKey, { params: { id: shed.projectId, keyId: keys[1].id } })
    await expect
      .poll(async () => (await list({ log: 'usage', project: String(shed.projectId) })).calls)
      .toEqual([])
  })

  test('says how long the chains are', async () => {
    const rows = await activityOf(app)
    const status = await operator.client.call(readAuditStatus, {})
    expect(status).toMatchObject({
      activity: { entries: rows.length, newest_at: wire(rows.at(-1)?.at ?? 0) },
      usage: { chains: 2, entries: 30 },
      erasures_pending: 0,
    })
  })
})
