import { login } from '@envhold/contract/accounts/accounts.ts'
import { readApiKeyCalls, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import { checksum } from '@envhold/integrity/base62.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { activityOf, usageOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { snapshotRows } from '../../../../../dev/world/snapshot-rows.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { verifyUsage } from '../audit-log/verify-usage.ts'
import { beginGraces, ownerPrincipal } from '../usage/call-month-store.ts'
import { type WindowName, windowEnd } from '../usage/rate-window-store.ts'
import { advanceTotals } from '../usage/rollup-worker.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  const operator = withPerson(app)
  /** On the free plan. */
  let owner: Person
  let projectId: number
  let key: { id: string; apiKey: string }
  beforeAll(async () => {
    owner = await addPerson(app)
    projectId = (await seedEnvironment(owner, { A: '1', B: '2' })).projectId
  })
  beforeEach(async () => {
    // Starts a minute into a month, so that no window ends by itself while a test runs.
    app.advance(windowEnd('month', app.ctx.clock()) - app.ctx.clock() + minute)
    owner = await signInAgain(owner)
    key = await seedApiKey(owner, projectId)
  })

  /** Signs in again after a month, because every session has expired. */
  const signInAgain = async (person: Person): Promise<Person> => {
    const { email, password, masterPassword = '' } = person
    const { token } = await app.as().call(login, { body: { email, password } })
    return { ...person, token, client: app.as({ token, masterPassword }) }
  }
  const urlOf = (n: number) => (n % 2 ? node.url : app.url)
  const call = (apiKey: string, { n = 0, path = 'inject', environment = 'production' } = {}) =>
    fetch(`${urlOf(n)}/api/v1/${path}/${projectId}/${environment}`, { headers: { 'x-api-key': apiKey } })
  const statuses = async (apiKey: string, times: number) => {
    const seen: number[] = []
    for (let n = 0; n < times; n++) seen.push((await call(apiKey, { n })).status)
    return seen
  }
  const ok = (times: number) => Array.from({ length: times }, () => 200)
  const limit = (perHour: number, perDay: number, perMonth = -1) =>
    changePlan(app, 'starter', {
      api_rate_limit_per_hour: perHour,
      api_rate_limit_per_day: perDay,
      max_api_calls_per_month: perMonth,
    })
  /** Ten days later the owner's grace of this quarter, in which a full month rejects nothing, is over. */
  const useUpGrace = async () => {
    app.advance(10 * day)
    await beginGraces(app.ctx.db, [ownerPrincipal(owner.userId)], app.ctx.clock() - 8 * day)
  }
  const rateHeaders = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
  /** The expected header for a window's end, allowing for the time since it was written. */
  const secondsTo = (window: WindowName) => {
    const left = Math.ceil((windowEnd(window, app.ctx.clock()) - app.ctx.clock()) / 1_000)
    return [expect.toBeOneOf(Array.from({ length: 30 }, (_, late) => String(left + late)))]
  }
  const eventsOf = async (type: string) =>
    (await activityOf(app)).filter(({ event_type, token_id }) => event_type === type && token_id === key.id)
  const rowsOf = async (id: string) => (await usageOf(app)).filter(({ api_key_id }) => api_key_id === id)
  const usedBy = async (id: string) =>
    (await app.ctx.db.selectFrom('key_counters').select('total').where('counter', '=', id).executeTakeFirst())
      ?.total
  const forged = () => {
    const body = `pak_${key.id}_${newToken('pak').text.split('_')[2]?.slice(0, 43)}`
    return body + checksum(body)
  }

  test('exactly 100 of 150 concurrent calls, on all nodes together, are admitted', async () => {
    await limit(100, 2_400, 1_000)
    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => call(key.apiKey, { n })))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(429)]).toEqual([100, 50])
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    const rows = await rowsOf(key.id)
    // Rejected calls share one row, on all nodes together. Another node may record an admitted call after it.
    expect(rows.map(({ status_code }) => status_code).toSorted()).toEqual([...ok(100), 429])
    for (const { status_code, variables_count } of rows)
      expect(variables_count).toBe(status_code === 200 ? 2 : 0)
    expect(await usedBy(key.id)).toBe(100)
    expect(await eventsOf('api_key_used')).toHaveLength(1)
    expect(await eventsOf('rate_limit_exceeded')).toHaveLength(1)
  })

  test('a rejection says when to retry, and the retry succeeds', async () => {
    await limit(3, 100, 1_000)
    const first = await call(key.apiKey)
    expect(rateHeaders(first)).toEqual(['3', '2', ...secondsTo('hour')])
    expect(await statuses(key.apiKey, 2)).toEqual(ok(2))
    const rejected = await call(key.apiKey)
    expect(rejected.status).toBe(429)
    expect(rateHeaders(rejected)).toEqual(['3', '0', ...secondsTo('hour')])
    expect([rejected.headers.get('retry-after')]).toEqual(secondsTo('hour'))
    expect(await rejected.json()).toMatchObject({ error: 'RATE_LIMITED' })
    app.advance(windowEnd('hour', app.ctx.clock()) - app.ctx.clock() - minute)
    expect((await call(key.apiKey)).status).toBe(429)
    app.advance(minute)
    expect((await call(key.apiKey)).status).toBe(200)
  })

  test('hour, day and month limits each hold, and the tightest is reported', async () => {
    await useUpGrace()
    await limit(4, 6, 8)
    expect(await statuses(key.apiKey, 5)).toEqual([...ok(4), 429])
    app.advance(hour)
    // The rejected call used up nothing: four of the day's six are used.
    expect((await call(key.apiKey)).status).toBe(200)
    const last = await call(key.apiKey)
    expect([last.status, ...rateHeaders(last)]).toEqual([200, '6', '0', ...secondsTo('day')])
    expect((await call(key.apiKey)).status).toBe(429)
    app.advance(day)
    expect(await statuses(key.apiKey, 2)).toEqual(ok(2))
    const over = await call(key.apiKey)
    expect(over.status).toBe(429)
    expect(rateHeaders(over).slice(0, 2)).toEqual(['8', '0'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(15 * 24 * 3_600)
    app.advance(3 * day)
    expect((await call(key.apiKey)).status).toBe(429)
    app.advance(31 * day)
    expect((await call(key.apiKey)).status).toBe(200)
  })

  /** Everything that counting and recording a call of the key changes. */
  const written = async () => {
    const { db } = app.ctx
    const principals = [key.id, `owner/${owner.userId}`]
    const tables = await Promise.all([
      db.selectFrom('rate_windows').selectAll().where('principal', 'in', principals).execute(),
      db.selectFrom('rejected_calls').selectAll().where('principal', 'in', principals).execute(),
      db.selectFrom('api_keys').selectAll().where('id', '=', key.id).execute(),
      db.selectFrom('key_counters').selectAll().where('counter', '=', key.id).execute(),
      rowsOf(key.id),
    ])
    return tables.map((rows) => rows.map((row) => JSON.stringify(row)).sort())
  }

  test('a call beyond the limit opens nothing and writes at most one row a minute', async () => {
    await limit(2, 100, 1_000)
    expect(await statuses(key.apiKey, 6)).toEqual([...ok(2), ...Array.from({ length: 4 }, () => 429)])
    const before = await written()
    const restore = await snapshotRows(app)
    // Breaks the environment: a call that opened it now would return 500.
    await app.ctx.db
      .updateTable('environment_versions')
      .set({ sealed: Buffer.alloc(64) })
      .execute()
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => call(key.apiKey, { n })))
    await restore()
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 429))
    expect(await written()).toEqual(before)
    app.advance(minute)
    expect(await statuses(key.apiKey, 2)).toEqual([429, 429])
    const rejected = (await rowsOf(key.id)).filter(({ status_code }) => status_code === 429)
    expect(rejected).toHaveLength(2)
    expect(rejected[0]).toMatchObject({ calls: 1, environment_id: null, environment_name: 'production' })
    expect(rejected[1]?.calls).toBeGreaterThan(10)
    expect((await verifyUsage(app.ctx, projectId)).broken).toBeNull()
    expect(await eventsOf('rate_limit_exceeded')).toMatchObject([
      { description: 'The API key "CI" reached its limit of 2 calls an hour' },
    ])
    expect(await usedBy(key.id)).toBe(2)
  })

  test('a larger plan applies from the next call on, on every node', async () => {
    await limit(2, 100, 1_000)
    expect(await statuses(key.apiKey, 4)).toEqual([...ok(2), 429, 429])
    await limit(5, 100, 1_000)
    expect(await statuses(key.apiKey, 4)).toEqual([...ok(3), 429])
  })

  test('the monthly limit counts all keys of an owner, on every node together', async () => {
    const other = await seedApiKey(owner, projectId)
    await useUpGrace()
    await limit(100, 100, 7)
    expect(await statuses(key.apiKey, 2)).toEqual(ok(2))
    expect((await call(other.apiKey)).headers.get('ratelimit-remaining')).toBe('4')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call(n % 4 < 2 ? key.apiKey : other.apiKey, { n })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const over = await call(other.apiKey)
    expect([over.status, ...rateHeaders(over)]).toEqual([429, '7', '0', ...secondsTo('month')])
    expect(await eventsOf('rate_limit_exceeded')).toMatchObject([
      { description: expect.stringContaining('your API keys together reached 7 calls this month') },
    ])
    const stranger = await addPerson(app)
    const theirs = await seedEnvironment(stranger)
    const free = await seedApiKey(stranger, theirs.projectId)
    const url = `${app.url}/api/v1/inject/${theirs.projectId}/production`
    expect((await fetch(url, { headers: { 'x-api-key': free.apiKey } })).status).toBe(200)
    app.advance(31 * day)
    expect(await statuses(key.apiKey, 1)).toEqual(ok(1))
  })

  test('each key has its own count, shared by schema and inject', async () => {
    await limit(2, 100, 1_000)
    const other = await seedApiKey(owner, projectId)
    expect((await call(key.apiKey)).status).toBe(200)
    expect((await call(key.apiKey, { path: 'schema' })).status).toBe(200)
    expect((await call(key.apiKey)).status).toBe(429)
    expect((await call(other.apiKey)).status).toBe(200)
  })

  test('−1 means no limit and no rate limit headers; the operator has no limits', async () => {
    await limit(-1, -1)
    const free = await call(key.apiKey)
    expect([free.status, ...rateHeaders(free)]).toEqual([200, null, null, null])
    await limit(1, 1, 1)
    const unlimited = await signInAgain(operator)
    const seeded = await seedEnvironment(unlimited)
    const theirs = await seedApiKey(unlimited, seeded.projectId)
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(`${urlOf(n)}/api/v1/inject/${seeded.projectId}/production`, {
        headers: { 'x-api-key': theirs.apiKey },
      })
      expect([answer.status, ...rateHeaders(answer)]).toEqual([200, null, null, null])
    }
  })

  test('a wrong secret uses up no key’s quota and is recorded once an hour', async () => {
    await limit(5, 100, 1_000)
    const attempts = await Promise.all(Array.from({ length: 10 }, (_, n) => call(forged(), { n })))
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 401))
    expect(await statuses(key.apiKey, 5)).toEqual(ok(5))
    const events = await eventsOf('unauthorized_access')
    expect(events).toMatchObject([
      {
        severity: 'high',
        user_id: owner.userId,
        description: 'A call with the API key "CI" was rejected: This API key is unknown.',
      },
    ])
    app.advance(hour)
    await call(forged())
    expect(await eventsOf('unauthorized_access')).toHaveLength(2)
    expect((await rowsOf(key.id)).map(({ status_code }) => status_code).sort()).toEqual([
      ...ok(5),
      ...Array.from({ length: 11 }, () => 401),
    ])
  })

  test('stops guessing at a key', async () => {
    await limit(5, 100, 1_000)
    const wrong = forged()
    const startClock = app.stopClock()
    const answers = await Promise.all(Array.from({ length: 110 }, (_, n) => call(wrong, { n })))
    startClock()
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await call(key.apiKey)).status).toBe(200)
  })

  test('records the key’s first use each day for its owner', async () => {
    await limit(100, 100, 1_000)
    await statuses(key.apiKey, 3)
    expect(await eventsOf('api_key_used')).toHaveLength(1)
    app.advance(hour)
    await call(key.apiKey)
    expect(await eventsOf('api_key_used')).toHaveLength(1)
    app.advance(day)
    await call(key.apiKey)
    expect(await eventsOf('api_key_used')).toHaveLength(2)
  })

  test('the calls of 30 days are told by key, counted already or not', async () => {
    await limit(2, 100, 1_000)
    await statuses(key.apiKey, 3)
    const unused = await seedApiKey(owner, projectId)
    const read = () => owner.client.call(readApiKeyCalls, { params: { id: projectId } })
    const expected = [
      { id: key.id, count: 3 },
      { id: unused.id, count: 0 },
    ]
    const { calls, plan } = await read()
    expect(calls).toEqual(expect.arrayContaining(expected))
    expect(plan.rate_limit_per_hour).toBe(2)
    await advanceTotals(app.ctx)
    expect((await read()).calls).toEqual(expect.arrayContaining(expected))
    app.advance(31 * day)
    owner = await signInAgain(owner)
    expect((await read()).calls).toContainEqual({ id: key.id, count: 0 })
  })

  test('the usage log contains every call, rejected ones too, and the statistics match', async () => {
    await limit(100, 100, 1_000)
    await statuses(key.apiKey, 2)
    const schema = await call(key.apiKey, { path: 'schema' })
    expect(rateHeaders(schema).slice(0, 2)).toEqual(['100', '97'])
    const nothing = await call(key.apiKey, { environment: 'nothing' })
    expect([nothing.status, ...rateHeaders(nothing).slice(0, 2)]).toEqual([404, '100', '96'])
    await call(forged())
    const rows = await rowsOf(key.id)
    expect(rows).toMatchObject([
      {
        status_code: 200,
        method: 'GET',
        endpoint: '/v1/inject/{projectId}/{environment}',
        variables_count: 2,
      },
      { status_code: 200 },
      { status_code: 200, endpoint: '/v1/schema/{projectId}/{environment}', variables_count: 0 },
      { status_code: 404, environment_name: 'nothing', environment_id: null, variables_count: 0 },
      { status_code: 401, variables_count: 0 },
    ])
    for (const row of rows) expect(row).toMatchObject({ project_id: projectId, ip: '127.0.0.1' })
    const stats = async (timeRange: '1h' | '24h' | '30d') =>
      (
        await owner.client.call(readApiKeyUsage, {
          params: { id: projectId, keyId: key.id },
          query: { timeRange },
        })
      ).usage_stats
    expect(await stats('1h')).toMatchObject({
      total_requests: 5,
      success_requests: 3,
      error_requests: 2,
      total_variables_accessed: 4,
      average_response_time: expect.any(Number),
      breakdown_by_status: [
        { status_code: 200, count: 3, variables_count: 4 },
        { status_code: 401, count: 1, variables_count: 0 },
        { status_code: 404, count: 1, variables_count: 0 },
      ],
    })
    app.advance(2 * hour)
    expect(await stats('1h')).toMatchObject({
      total_requests: 0,
      average_response_time: 0,
      breakdown_by_status: [],
    })
    expect(await stats('24h')).toMatchObject({ total_requests: 5 })
    const row = await app.ctx.db
      .selectFrom('key_counters')
      .select(['total', 'last_used_at'])
      .where('counter', '=', key.id)
      .executeTakeFirst()
    expect(row?.total).toBe(4)
    expect(row?.last_used_at).toBeGreaterThanOrEqual(rows[2]?.at ?? 0)
    expect(row?.last_used_at).toBeLessThanOrEqual(rows[3]?.at ?? 0)
  })
})
