import type { Client } from '@envhold/client/client.ts'
import {
  type activityTimeRanges,
  exportActivityLogs,
  listActivityLogs,
  listApiUsage,
  listProjectActivity,
} from '@envhold/contract/activity/activity.ts'
import { deleteApiKey, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import { deleteEnvironment, renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { deleteProject, updateProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, usageOf } from '../../../../../dev/world/events-of.ts'
import { writeActivity, writeUsage } from '../../../../../dev/world/random-entries.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withProject } from '../../../../../dev/world/with-project.ts'
import { inTransaction } from '../../db/transaction.ts'
import { environmentsText, insertMembership } from '../projects/membership-store.ts'
import { apiKeyEvents } from '../usage/activity-rollup-store.ts'

const day = 24 * 3_600_000

type Range = (typeof activityTimeRanges)[number]

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app, { email: 'owner@example.com' })
  const collaborator = withPerson(app, { email: 'member@example.com' })
  const stranger = withPerson(app, { email: 'stranger@example.com' })
  const shop = withProject(owner, 'production', 'staging')
  let key: { id: string; apiKey: string }
  beforeAll(async () => {
    key = await seedApiKey(owner, shop.project.id)
    await inTransaction(app.ctx, (tx) =>
      insertMembership(tx, {
        project_id: shop.project.id,
        user_id: collaborator.userId,
        role: 'read',
        environments: environmentsText([shop.ids.staging]),
        keys_pending: 0,
        held_at: null,
        invited_at: app.ctx.clock(),
        accepted_at: app.ctx.clock(),
      }),
    )
    for (const environment of ['production', 'staging', 'production', 'nowhere'])
      await call(key.apiKey, environment).catch(() => {})
    await owner.client.call(readVariables, { params: { id: shop.ids.production } })
  })

  const call = (apiKey: string, environment: string) =>
    app.as({ apiKey }).call(inject, { params: { projectId: shop.project.id, environment }, query: {} })
  const logs = (
    { client }: { client: Client },
    query: { search?: string; filter?: 'security'; page?: number; limit?: number; timeRange?: Range } = {},
  ) => client.call(listActivityLogs, { query: { limit: 100, ...query } })
  const usage = (
    { client }: { client: Client },
    query: { search?: string; page?: number; limit?: number } = {},
  ) => client.call(listApiUsage, { query: { limit: 100, ...query } })
  const activity = (
    { client }: { client: Client },
    query: { category?: 'team_changes' | 'project_changes'; page?: number; limit?: number } = {},
  ) => client.call(listProjectActivity, { params: { id: shop.project.id }, query: { limit: 100, ...query } })

  test('an account sees its own actions and the activity of its projects, and nothing else', async () => {
    const mine = await logs(owner)
    const rows = (await activityOf(app)).filter((row) => row.user_id === owner.userId)
    expect(mine.logs.map(({ id }) => id)).toEqual(rows.map(({ sequence }) => sequence).reverse())
    expect(mine.logs[0]).toMatchObject({
      event_type: 'variables_read',
      category: 'project_changes',
      severity: 'low',
      project_id: shop.project.id,
      project_name: 'Shop',
      user_email: 'owner@example.com',
      ip_address: '127.0.0.1',
    })
    const theirs = await logs(stranger)
    expect(theirs.logs.length).toBeGreaterThan(0)
    for (const log of theirs.logs) expect(log.user_email).toBe('stranger@example.com')

    await writeActivity(app, [
      {
        at: app.ctx.clock(),
        event_type: 'user_left',
        user_id: collaborator.userId,
        project_id: shop.project.id,
      },
    ])
    expect((await logs(owner)).logs[0]).toMatchObject({ user_email: 'member@example.com' })
    expect((await logs(collaborator)).logs[0]).toMatchObject({
      event_type: 'user_left',
      project_name: 'Shop',
    })
    expect((await logs(stranger)).pagination.total).toBe(theirs.pagination.total)
  })

  test('a collaborator sees activity about the whole project or a shared environment, and nothing about API keys', async () => {
    const all = await activity(owner)
    const some = await activity(collaborator)
    const rows = (await activityOf(app)).filter((row) => row.project_id === shop.project.id)
    const aboutKeys = rows.filter(({ event_type }) => apiKeyEvents.some((type) => type === event_type))
    const ofProduction = rows.filter((row) => row.environment_id === shop.ids.production)
    const hidden = [...aboutKeys, ...ofProduction]
    expect(aboutKeys.length).toBeGreaterThan(1)
    expect(ofProduction.length).toBeGreaterThan(1)
    const ids = new Set(hidden.map(({ sequence }) => sequence))
    expect(some.activities.map(({ id }) => id)).toEqual(
      all.activities.map(({ id }) => id).filter((id) => !ids.has(id)),
    )
    expect(some.pagination.total).toBe(all.pagination.total - ids.size)
    expect(JSON.stringify(some)).not.toContain('production')
    expect(JSON.stringify(some)).toContain('staging')
    await expect(activity(stranger)).rejects.toMatchObject({ status: 404 })
    expect((await usage(collaborator)).pagination.total).toBe(0)
  })

  test('an entry about no environment has no environment name', async () => {
    const without = (await activityOf(app)).filter((row) => row.environment_id === null)
    for (const { description } of without) expect(description).not.toMatch(/production|staging/)
  })

  test('a project’s list names events as its page does, and filters by category', async () => {
    await writeActivity(app, [
      {
        at: app.ctx.clock(),
        event_type: 'user_removed',
        user_id: owner.userId,
        project_id: shop.project.id,
        description: 'Removed somebody',
      },
    ])
    const team = await activity(owner, { category: 'team_changes' })
    expect(team.activities[0]).toMatchObject({
      event_type: 'collaborator_removed',
      category: 'team_changes',
      users: { email: 'owner@example.com', username: owner.username },
    })
    for (const entry of team.activities) expect(entry.category).toBe('team_changes')
    expect((await logs(owner)).logs[0]?.event_type).toBe('user_removed')
    const security = await logs(owner, { filter: 'security' })
    const expected = (await activityOf(app)).filter(
      (row) => row.user_id === owner.userId && row.category === 'security_events',
    )
    expect(security.pagination.total).toBe(expected.length)
    expect(expected.length).toBeGreaterThan(2)
  })

  test('lists calls with their names, rejected ones too', async () => {
    const { logs: calls, pagination } = await usage(owner)
    expect(pagination.total).toBe(4)
    expect(calls[0]).toMatchObject({
      http_method: 'GET',
      status_code: 404,
      project_name: 'Shop',
      environment_name: 'nowhere',
      api_key_name: 'CI',
      ip_address: '127.0.0.1',
    })
    expect(calls.at(-1)).toMatchObject({ status_code: 200, environment_name: 'production' })
    expect((await usage(stranger)).pagination.total).toBe(0)
  })

  test('a search finds words literally, in any column', async () => {
    const at = app.ctx.clock()
    const own = { at, event_type: 'login' as const, user_id: stranger.userId }
    await writeActivity(app, [
      { ...own, description: 'spent 100% of A_B' },
      { ...own, description: 'spent 1000 of AxB' },
      { ...own, description: 'a \\ and a "quote"' },
      { ...own, description: 'ÄRGER im Haus' },
    ])
    const descriptionsOf = async (search: string) =>
      (await logs(stranger, { search })).logs.map((log) => log.description)
    expect(await descriptionsOf('100%')).toEqual(['spent 100% of A_B'])
    expect(await descriptionsOf('a_b')).toEqual(['spent 100% of A_B'])
    expect(await descriptionsOf('SPENT  of')).toHaveLength(2)
    expect(await descriptionsOf('\\')).toEqual(['a \\ and a "quote"'])
    expect(await descriptionsOf('ärger')).toEqual(['ÄRGER im Haus'])
    expect(await descriptionsOf("'; drop table activity; --")).toEqual([])
    expect((await descriptionsOf('stranger@EXAMPLE.com')).length).toBe(
      (await logs(stranger)).pagination.total,
    )
    expect(await descriptionsOf('owner@example.com')).toEqual([])
    expect((await logs(owner, { search: 'shop api_key_created' })).logs).toHaveLength(1)
    expect((await logs(owner, { search: 'member@example.com' })).logs[0]?.event_type).toBe('user_left')
    expect((await usage(owner, { search: 'NOWHERE 404' })).pagination.total).toBe(1)
    expect((await usage(owner, { search: 'ci shop inject' })).pagination.total).toBe(4)
    expect((await usage(owner, { search: 'other' })).pagination.total).toBe(0)
    expect((await usage(owner, { search: '%' })).pagination.total).toBe(0)
  })

  test('pages have exact edges', async () => {
    const { pagination: whole } = await logs(owner)
    const last = Math.ceil(whole.total / 3)
    const read = async (page: number) => (await logs(owner, { page, limit: 3 })).pagination
    expect(await read(1)).toEqual({
      page: 1,
      limit: 3,
      offset: 0,
      total: whole.total,
      totalPages: last,
      hasNext: true,
      hasPrev: false,
    })
    expect(await read(last)).toMatchObject({ hasNext: false, hasPrev: true, offset: (last - 1) * 3 })
    const beyond = await logs(owner, { page: last + 1, limit: 3 })
    expect(beyond).toMatchObject({ logs: [], pagination: { total: whole.total, hasNext: false } })
    expect((await logs(owner, { page: 1_000_000, limit: 100 })).logs).toEqual([])
    for (const bad of [{ page: 0 }, { page: 1.5 }, { limit: 101 }, { limit: 0 }])
      await expect(logs(owner, bad)).rejects.toMatchObject({ status: 400 })
    const { client } = owner
    const counts = await Promise.all([
      client.call(listActivityLogs, { query: {} }),
      client.call(listApiUsage, { query: {} }),
      client.call(listProjectActivity, { params: { id: shop.project.id }, query: {} }),
    ])
    expect(counts.map(({ pagination }) => pagination.limit)).toEqual([20, 20, 10])
  })

  test('a time range omits older entries', async () => {
    const at = app.ctx.clock()
    const old = { event_type: 'logout' as const, user_id: stranger.userId }
    const before = await Promise.all(
      (['24h', '7d', '30d', '90d'] as const).map((timeRange) => logs(stranger, { timeRange })),
    )
    await writeActivity(
      app,
      [2, 8, 31, 91].map((days) => ({ ...old, at: at - days * day })),
    )
    const after = await Promise.all(
      (['24h', '7d', '30d', '90d'] as const).map((timeRange) => logs(stranger, { timeRange })),
    )
    expect(after.map(({ pagination }, n) => pagination.total - (before[n]?.pagination.total ?? 0))).toEqual([
      0, 1, 2, 3,
    ])
  })

  test('a personal token reads a project’s activity with read_projects, and never an account’s', async () => {
    const reads = await seedPersonalToken(owner, ['read_projects'])
    const other = await seedPersonalToken(owner, ['read_variables'])
    const client = app.as({ token: reads.token })
    expect((await activity({ client })).pagination.total).toBeGreaterThan(0)
    for (const ask of [
      () => logs({ client }),
      () => usage({ client }),
      () => client.call(exportActivityLogs, { query: {} }),
      () => activity({ client: app.as({ token: other.token }) }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 403 })
    await expect(logs({ client: app.as() })).rejects.toMatchObject({ status: 401 })
  })

  test('an unchanged page is not sent again', async () => {
    const ask = (path: string, person: Person, etag?: string | null) =>
      app.fetch(`/api${path}`, {
        headers: { authorization: `Bearer ${person.token}`, ...(etag && { 'if-none-match': etag }) },
      })
    const paths = ['/activity/logs?page=1', '/activity/api-usage', `/projects/${shop.project.id}/activity`]
    const tags = await Promise.all(
      paths.map(async (path) => {
        const etag = (await ask(path, owner)).headers.get('etag')
        expect(etag).toMatch(/^W\/"/)
        expect((await ask(path, owner, etag)).status).toBe(304)
        return etag
      }),
    )
    expect((await ask('/activity/logs?page=2', owner, tags[0])).status).toBe(200)
    expect((await ask('/activity/logs?page=1&timeRange=7d', owner, tags[0])).status).toBe(200)
    expect((await ask('/activity/logs?page=1', stranger, tags[0])).status).toBe(200)
    expect((await ask(paths[2] ?? '', collaborator, tags[2])).status).toBe(200)
    expect((await ask(paths[2] ?? '', stranger, tags[2])).status).toBe(404)
    await owner.client.call(updateProject, { params: { id: shop.project.id }, body: { name: 'Store' } })
    for (const [n, path] of paths.entries()) expect((await ask(path, owner, tags[n])).status).toBe(200)
    const renamed = await ask('/activity/api-usage', owner)
    expect(await renamed.json()).toMatchObject({ logs: [{ project_name: 'Store' }, {}, {}, {}] })
    await writeUsage(app, [
      { api_key_id: key.id, project_id: shop.project.id, at: app.ctx.clock() - day + 1_000 },
    ])
    const path = '/activity/api-usage?timeRange=24h'
    const aging = (await ask(path, owner)).headers.get('etag')
    expect((await ask(path, owner, aging)).status).toBe(304)
    await writeUsage(app, [{ api_key_id: 'other', project_id: 999_999, at: app.ctx.clock() }])
    expect((await ask(path, owner, aging)).status, 'a call of somebody else').toBe(304)
    app.advance(2_000)
    const older = await ask(path, owner, aging)
    expect(older.status).toBe(200)
    expect(await older.json()).toMatchObject({ pagination: { total: 4 } })
  })

  test('a key’s statistics add up, and are deleted with the key', async () => {
    const temporary = await seedApiKey(owner, shop.project.id)
    const params = { id: shop.project.id, keyId: temporary.id }
    await call(temporary.apiKey, 'production')
    await call(temporary.apiKey, 'nowhere').catch(() => {})
    for (const [timeRange, steps] of [
      ['1h', 13],
      ['24h', 25],
      ['7d', 29],
      ['30d', 31],
    ] as const) {
      const { usage_stats: stats } = await owner.client.call(readApiKeyUsage, {
        params,
        query: { timeRange },
      })
      expect(stats).toMatchObject({ total_requests: 2, success_requests: 1, error_requests: 1 })
      expect(stats.series.length).toBeGreaterThanOrEqual(steps - 1)
      expect(stats.series.length).toBeLessThanOrEqual(steps)
      expect(stats.series.at(-1)).toMatchObject({ success_requests: 1, error_requests: 1 })
      const sum = stats.series.reduce(
        (all, bucket) => all + bucket.success_requests + bucket.error_requests,
        0,
      )
      expect(sum).toBe(2)
    }
    const { total } = (await usage(owner)).pagination
    await owner.client.call(deleteApiKey, { params })
    expect((await usage(owner)).pagination.total).toBe(total - 2)
    expect((await usageOf(app)).filter((row) => row.api_key_id === temporary.id)).toEqual([])
    await expect(owner.client.call(readApiKeyUsage, { params, query: {} })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('deleted projects keep their entries, and their names while they can be restored', async () => {
    const { project, ids } = await seedProject(owner, 'short-lived')
    const id = ids['short-lived']
    await owner.client.call(renameEnvironment, { params: { id }, body: { name: 'renamed' } })
    await owner.client.call(deleteEnvironment, { params: { projectId: project.id, envId: id } })
    await owner.client.call(deleteProject, { params: { id: project.id } })
    const read = async () => (await logs(owner)).logs.filter(({ project_id }) => project_id === project.id)
    const entries = await read()
    expect(entries.length).toBe(5)
    for (const log of entries) expect(log.project_name).toBe('Shop')
    await app.ctx.db.deleteFrom('projects').where('id', '=', project.id).execute()
    const purged = await read()
    expect(purged.length).toBe(5)
    for (const log of purged) expect(log.project_name).toBeNull()
  })
})
