import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { readApiKeyStatistics } from '@envhold/contract/operator/api-keys.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { advanceTotals } from '../../usage/rollup-worker.ts'
import { sweepUsage } from '../../usage/sweep-usage.ts'
import { createApiKeyStatistics } from './api-key-statistics.ts'

const hour = 3_600_000
const day = 24 * hour

forEachEngine((engine) => {
  const app = withApp(engine)

  test('counts each call once by status, project and day, and none of a deleted key', async () => {
    const operator = await addPerson(app)
    const owner = await addPerson(app)
    const quiet = await seedEnvironment(operator)
    const { projectId } = await seedEnvironment(owner)
    const one = await seedApiKey(owner, projectId)
    const two = await seedApiKey(owner, projectId, {
      expires_at: new Date(app.ctx.clock() + hour).toISOString(),
    })
    const other = await seedApiKey(operator, quiet.projectId)
    const call = (key: typeof one, id: number, environment = 'production') =>
      app
        .as(key)
        .call(inject, { params: { projectId: id, environment }, query: {} })
        .catch(() => undefined)
    // A new reader remembers nothing yet.
    const read = (range: '1h' | '24h' | '7d' | '30d') => createApiKeyStatistics(app.ctx)(range)
    const count = () => Promise.all([advanceTotals(app.ctx), advanceTotals(app.ctx)])

    for (let n = 0; n < 3; n++) await call(one, projectId)
    await call(other, quiet.projectId)
    await count()
    await call(one, projectId, 'nowhere')
    await call(two, projectId)
    await count()
    const stats = await operator.client.call(readApiKeyStatistics, { query: { timeRange: '1h' } })
    expect(stats).toMatchObject({
      overview: {
        total_api_keys: 3,
        active_api_keys: 3,
        expired_api_keys: 0,
        total_requests: 6,
        success_requests: 5,
        error_requests: 1,
        success_rate: 83.3,
      },
      top_projects: [
        { project_id: projectId, project_name: 'Shop', owner: { username: owner.username }, count: 5 },
        { project_id: quiet.projectId, owner: { username: operator.username }, count: 1 },
      ],
      status_breakdown: [
        { status_code: 200, count: 5 },
        { status_code: 404, count: 1 },
      ],
    })
    expect(stats.status_breakdown[0]?.request_duration_ms).toBeGreaterThan(0)
    expect(stats.daily_usage).toHaveLength(7)
    expect(stats.daily_usage.at(-1)).toEqual({
      date: new Date(app.ctx.clock()).toISOString().slice(0, 10),
      requests: 6,
      unique_keys: 3,
    })

    app.advance(day)
    await call(one, projectId)
    await count()
    expect((await read('1h')).overview).toMatchObject({
      total_requests: 1,
      success_rate: 100,
      expired_api_keys: 1,
    })
    const week = await read('7d')
    expect(week.overview.total_requests).toBe(7)
    expect(week.daily_usage.slice(-2)).toMatchObject([
      { requests: 6, unique_keys: 3 },
      { requests: 1, unique_keys: 1 },
    ])

    // Hours are compared when they have ended, with the same hours of the day before.
    const now = app.ctx.clock()
    const toNextHour = hour - (now % hour)
    app.advance(toNextHour)
    const { same_hours } = await read('24h')
    const isNewDay = Math.floor(app.ctx.clock() / day) !== Math.floor(now / day)
    expect(same_hours).toEqual(isNewDay ? { today: 0, yesterday: 0 } : { today: 1, yesterday: 6 })
    app.advance(-toNextHour)

    await owner.client.call(deleteApiKey, { params: { id: projectId, keyId: one.id } })
    await count()
    expect((await read('30d')).overview).toMatchObject({ total_requests: 2, total_api_keys: 2 })

    app.advance(91 * day)
    await sweepUsage(app.ctx)
    expect(await app.ctx.db.selectFrom('usage_totals').selectAll().execute()).toEqual([])
    await count()
    expect(await app.ctx.db.selectFrom('usage_totals').selectAll().execute()).toEqual([])
  })
})
