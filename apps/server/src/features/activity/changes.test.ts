import {
  exportActivityLogs,
  exportProjectActivity,
  listActivityLogs,
  listProjectActivity,
} from '@envhold/contract/activity/activity.ts'
import { readEvents } from '@envhold/contract/activity/event-types.ts'
import { inject } from '@envhold/contract/inject.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { writeActivity } from '../../../../../dev/world/random-entries.ts'
import { seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withProject } from '../../../../../dev/world/with-project.ts'
import type { Row } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { blockLength } from '../audit-log/block.ts'
import { environmentsText, insertMembership } from '../projects/membership-store.ts'
import { apiKeyEvents } from '../usage/activity-rollup-store.ts'
import { advanceActivityRollups, rebuildActivityRollups } from '../usage/rollups.ts'

const isRead = ({ event_type }: Row<'activity'>) => readEvents.some((type) => type === event_type)
const isAboutApiKey = ({ event_type }: Row<'activity'>) => apiKeyEvents.some((type) => type === event_type)

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app, { email: 'owner@example.com' })
  const collaborator = withPerson(app, { email: 'member@example.com' })
  const shop = withProject(owner, 'production', 'staging')
  beforeAll(async () => {
    const key = await seedApiKey(owner, shop.project.id)
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
    const params = { projectId: shop.project.id, environment: 'production' }
    await app.as({ apiKey: key.apiKey }).call(inject, { params, query: {} })
    await owner.client.call(readVariables, { params: { id: shop.ids.production } })
  })

  const logs = (query: { filter?: 'changes' | 'all' | 'security'; search?: string; page?: number } = {}) =>
    owner.client.call(listActivityLogs, { query: { limit: 100, ...query } })
  const ofProject = (
    person: Pick<typeof owner, 'client'>,
    category?: 'changes' | 'all' | 'project_changes' | 'team_changes' | 'security_events',
  ) =>
    person.client.call(listProjectActivity, {
      params: { id: shop.project.id },
      query: { limit: 100, ...(category && { category }) },
    })

  const ownRows = async () =>
    (await activityOf(app)).filter(
      ({ user_id, project_id }) => user_id === owner.userId || project_id === shop.project.id,
    )
  const idsOf = (rows: readonly Row<'activity'>[]) => rows.map(({ sequence }) => sequence).reverse()

  test('changes are the entries of nobody who only read; without the parameter the list is whole', async () => {
    const rows = await ownRows()
    const kinds = new Set(rows.filter(isRead).map(({ event_type }) => event_type))
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['api_key_used', 'variables_read']))
    const changes = await logs({ filter: 'changes' })
    expect(changes.logs.map(({ id }) => id)).toEqual(idsOf(rows.filter((row) => !isRead(row))))
    expect(changes.logs.map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['environment_created', 'api_key_created', 'account_created']),
    )
    for (const whole of [await logs(), await logs({ filter: 'all' })])
      expect(whole.logs.map(({ id }) => id)).toEqual(idsOf(rows))
    const security = await logs({ filter: 'security' })
    expect(security.logs.map(({ event_type }) => event_type)).toContain('api_key_used')
  })

  test('a search among changes finds no reads', async () => {
    const descriptionsOf = async (filter: 'changes' | 'all') =>
      (await logs({ filter, search: 'production' })).logs.map(({ event_type }) => event_type)
    expect(await descriptionsOf('all')).toContain('variables_read')
    expect(await descriptionsOf('changes')).toEqual(['environment_created'])
  })

  test('a project has the same changes, and a collaborator those about what they see', async () => {
    const rows = (await activityOf(app)).filter(({ project_id }) => project_id === shop.project.id)
    const changes = rows.filter((row) => !isRead(row))
    expect((await ofProject(owner, 'changes')).activities.map(({ id }) => id)).toEqual(idsOf(changes))
    const seen = changes.filter((row) => !isAboutApiKey(row) && row.environment_id !== shop.ids.production)
    expect((await ofProject(collaborator, 'changes')).activities.map(({ id }) => id)).toEqual(idsOf(seen))
    expect((await ofProject(owner)).activities.map(({ id }) => id)).toEqual(idsOf(rows))
    expect(
      (await ofProject(owner, 'project_changes')).activities.map(({ event_type }) => event_type),
    ).toContain('variables_read')
  })

  test('any other filter is rejected by its name', async () => {
    const ask = (path: string) =>
      app.fetch(`/api${path}`, { headers: { authorization: `Bearer ${owner.token}` } })
    for (const [path, field] of [
      ['/activity/logs?filter=reads', 'filter'],
      ['/activity/logs/export?filter=Changes', 'filter'],
      [`/projects/${shop.project.id}/activity?category=reads`, 'category'],
    ] as const) {
      const answer = await ask(path)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(await answer.json())).toContain(`"${field}"`)
    }
  })

  test('an unchanged page of changes is not sent again, and is another than that of all entries', async () => {
    const ask = (filter: string, etag?: string | null) =>
      app.fetch(`/api/activity/logs?filter=${filter}`, {
        headers: { authorization: `Bearer ${owner.token}`, ...(etag && { 'if-none-match': etag }) },
      })
    const etag = (await ask('changes')).headers.get('etag')
    expect((await ask('changes', etag)).status).toBe(304)
    expect((await ask('all', etag)).status).toBe(200)
  })

  test('files have the changes alone, and the log says what they are', async () => {
    const text = await owner.client.call(exportActivityLogs, { query: { filter: 'changes', format: 'json' } })
    const entries: { id: number }[] = JSON.parse(text)
    expect(entries.map(({ id }) => id)).toEqual(idsOf((await ownRows()).filter((row) => !isRead(row))))
    const file = await owner.client.call(exportProjectActivity, {
      params: { id: shop.project.id },
      query: { category: 'changes', format: 'json' },
    })
    expect(file).not.toContain('variables_read')
    expect((await logs()).logs.slice(0, 2).map(({ description }) => description)).toEqual([
      'Exported the changes of the project "Shop" of the last 30 days as JSON',
      'Exported the changes of the last 30 days as JSON',
    ])
  })

  test('few changes among many reads are counted and paged exactly, rolled up or not', async () => {
    const count = 3 * blockLength
    await writeActivity(
      app,
      Array.from({ length: count }, (_, n) => ({
        at: app.ctx.clock() - 3_600_000 + n,
        event_type: n % 301 === 0 ? ('variable_updated' as const) : ('variables_read' as const),
        user_id: owner.userId,
        project_id: shop.project.id,
      })),
    )
    const expected = idsOf((await ownRows()).filter((row) => !isRead(row)))
    const isExact = async () => {
      const first = await logs({ filter: 'changes' })
      expect(first.pagination.total).toBe(expected.length)
      expect(first.logs.map(({ id }) => id)).toEqual(expected.slice(0, 100))
      expect((await logs({ filter: 'changes', page: 2 })).logs.map(({ id }) => id)).toEqual(
        expected.slice(100, 200),
      )
    }
    await isExact()
    await advanceActivityRollups(app.ctx)
    await isExact()
    expect(await rebuildActivityRollups(app.ctx)).toMatchObject({ differed: 0 })
    await isExact()
  })
})
