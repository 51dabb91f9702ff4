import { createProject } from '@envhold/contract/projects/projects.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import {
  appForTests,
  forEachEngine,
  headersOf,
  type TestApp,
} from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'

forEachEngine((engine) => {
  let app: TestApp
  let person: Person
  beforeEach(async () => {
    app = await appForTests(engine)
    await addPerson(app)
    person = await addPerson(app)
  })
  afterEach(() => app.stop())

  const planted = async () =>
    (await activityOf(app)).filter(({ event_type }) => event_type === 'security_violation')

  test('rejects and records a plan that was widened in the database', async () => {
    const { projectId } = await seedEnvironment(person)
    const { apiKey } = await seedApiKey(person, projectId)
    const call = () => app.fetch(`/api/v1/inject/${projectId}/production`, { headers: headersOf({ apiKey }) })
    expect((await call()).status).toBe(200)
    const changes = [
      { max_projects: -1 },
      { max_stored_bytes: -1 },
      { api_rate_limit_per_hour: 9_999 },
      { price_monthly: 4.99 },
      { max_api_calls_per_month: -1 },
      { api_features: '{"sso":true}' },
    ]
    for (const change of changes) {
      const plans = app.ctx.db.updateTable('plans').where('name', '=', 'starter')
      const before = await app.ctx.db
        .selectFrom('plans')
        .selectAll()
        .where('name', '=', 'starter')
        .executeTakeFirstOrThrow()
      await plans.set(change).execute()
      await expect(person.client.call(createProject, { body: { name: 'One more' } })).rejects.toMatchObject({
        status: 500,
      })
      expect((await call()).status).toBe(500)
      const { id: _, ...rest } = before
      await plans.set(rest).execute()
    }
    const events = await planted()
    expect(events).toHaveLength(2 * changes.length)
    expect(events[0]?.description).toContain('plans (starter)')
    expect((await call()).status).toBe(200)
  })
})
