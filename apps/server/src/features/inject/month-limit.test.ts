import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { ErrorBody } from '@envhold/contract/errors.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../db/transaction.ts'
import { beginGraces } from '../usage/call-month-store.ts'
import { sweepCallMonths, withdrawCallMail } from '../usage/notify-month.ts'
import { windowEnd } from '../usage/rate-window-store.ts'
import { changeUser, requireUser } from '../users/user-store.ts'

const minute = 60_000
const day = 24 * 60 * minute

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  // The first account is the operator's.
  withPerson(app)
  let owner: Person
  let projectId: number
  let apiKey: string
  beforeEach(async () => {
    // A minute into a quarter, so that neither a month nor a quarter ends while a test runs.
    do app.advance(windowEnd('month', app.ctx.clock()) - app.ctx.clock() + minute)
    while (new Date(app.ctx.clock()).getUTCMonth() % 3 !== 0)
    owner = await addPerson(app)
    projectId = (await seedEnvironment(owner, { A: '1', B: '2' })).projectId
    apiKey = (await seedApiKey(owner, projectId)).apiKey
    await limit(20)
  })

  const limit = (max_api_calls_per_month: number, perHour = -1) =>
    changePlan(app, 'starter', {
      max_api_calls_per_month,
      api_rate_limit_per_hour: perHour,
      api_rate_limit_per_day: -1,
    })
  const call = (n = 0, headers: Record<string, string> = {}, path = `inject/${projectId}/production`) =>
    fetch(`${n % 2 ? node.url : app.url}/api/v1/${path}`, { headers: { 'x-api-key': apiKey, ...headers } })
  const statuses = async (times: number) => {
    const seen = new Set<number>()
    for (let n = 0; n < times; n++) seen.add((await call(n)).status)
    return [...seen]
  }
  /** What the owner was mailed about calls, in words. */
  const mails = async () =>
    (await mailsOf(app)).filter(({ to, template }) => to === owner.email && template.startsWith('calls-'))
  const subjects = async () => (await mails()).map(({ subject }) => subject)
  const notified = (...expected: string[]) => expect.poll(subjects, { timeout: 20_000 }).toEqual(expected)
  const [at75, at90, usedUp] = [
    '75% of this month’s API calls are used',
    '90% of this month’s API calls are used',
    'This month’s API calls are used up',
  ] as const
  const sweep = () => sweepCallMonths(app.ctx)
  const setUser = async (change: Parameters<typeof changeUser>[2]) =>
    inTransaction(app.ctx, async (tx) => {
      expect(await changeUser(tx, await requireUser(tx, owner.userId), change)).toBeDefined()
    })

  test('the owner is told once at 75, 90 and 100 %, whichever node and how often it is asked', async () => {
    await statuses(14)
    expect(await sweep()).toBe(0)
    await statuses(1)
    await notified(at75)
    await statuses(2)
    await Promise.all([sweep(), sweep()])
    await notified(at75)
    await statuses(1)
    await notified(at75, at90)
    await statuses(2)
    await notified(at75, at90, usedUp)
    await statuses(4)
    await Promise.all([sweep(), sweep()])
    await notified(at75, at90, usedUp)
    const [first, , last] = await mails()
    expect(first?.text).toContain('Nothing stops at the limit: reads continue for 7 days, once a quarter.')
    expect(last?.text).toContain('Your API keys have used all 20 calls')
    expect(last?.text).toMatch(
      /Nothing stops now: reads continue until \w+ 8, \d{4}, 00:0\d UTC\. After that/,
    )
    expect(last?.text).toContain(`${app.ctx.config.publicUrl}/subscription?upgrade=true`)
  })

  test('sweeps of two nodes at once, after calls of a burst, send the last stage once', async () => {
    await limit(-1)
    await statuses(1)
    await limit(20)
    // The process that counted them ended before it notified the owner.
    const row = { principal: `owner/${owner.userId}`, window: 'month', count: 19 }
    const start = windowEnd('month', app.ctx.clock() - 2 * day)
    await app.ctx.db
      .insertInto('rate_windows')
      .values({ ...row, window_start: start })
      .execute()
    expect((await Promise.all([sweep(), sweep(), sweep()])).sort()).toEqual([0, 0, 1])
    await notified(at90)
  })

  test('beyond the limit reads continue for 7 days, then those of what has not changed', async () => {
    expect(await statuses(20)).toEqual([200])
    const graced = await call()
    expect([graced.status, graced.headers.get('ratelimit-limit')]).toEqual([200, null])
    const etag = graced.headers.get('etag') ?? ''
    const schema = `schema/${projectId}/production`
    const ofSchema = (await call(0, {}, schema)).headers.get('etag') ?? ''
    app.advance(7 * day - 10 * minute)
    expect(await statuses(30)).toEqual([200])
    app.advance(20 * minute)
    // The first one finds the month full after its work; the others know before.
    expect(await statuses(4)).toEqual([429])
    const unchanged = { 'if-none-match': etag }
    for (const n of [0, 1, 2]) expect((await call(n, unchanged)).status).toBe(304)
    expect((await call(0, { 'if-none-match': '"other"' })).status).toBe(429)
    expect((await call(0, unchanged, `inject/${projectId}/nothing`)).status).toBe(429)
    expect((await call(0, { 'if-none-match': ofSchema }, schema)).status).toBe(304)
    expect((await call(0, unchanged, 'keys/me')).status).toBeOneOf([404, 429])
    // Nothing is opened for a call that is rejected.
    await app.ctx.db
      .updateTable('environment_versions')
      .set({ sealed: Buffer.alloc(64) })
      .execute()
    for (const n of [0, 1]) expect((await call(n, { 'if-none-match': '"other"' })).status).toBe(429)
  })

  test('the body says which limit, whose plan, until when and where it is raised', async () => {
    await limit(20, 3)
    expect(await statuses(3)).toEqual([200])
    const upgrade_url = `${app.ctx.config.publicUrl}/subscription?upgrade=true`
    const whose = { plan: 'Free', owner: owner.username, upgrade_url }
    const hour = await call()
    const hourBody = (await hour.json()) as ErrorBody
    expect(hourBody).toMatchObject({ error: 'RATE_LIMITED', limit: { window: 'hour', calls: 3, ...whose } })
    expect(hourBody.message).toContain('has made the 3 calls that a key has each hour on the Free plan of')
    expect(hour.headers.get('ratelimit-policy')).toBe('"hour";q=3;w=3600')
    await limit(2)
    await statuses(1)
    app.advance(8 * day)
    const month = await call()
    const { message, limit: reached } = (await month.json()) as ErrorBody
    const resets_at = new Date(windowEnd('month', app.ctx.clock())).toISOString()
    expect(reached).toEqual({ window: 'month', calls: 2, ...whose, resets_at })
    expect(message).toContain(`${owner.username} together, on the Free plan.`)
    expect(message).toContain(`The limit resets at ${resets_at.slice(0, 16).replace('T', ' ')} UTC`)
    expect(month.headers.get('ratelimit-policy')).toMatch(/^"month";q=2;w=(26784|24192|25056|25920)00$/)
    expect(new Date(resets_at).getTime() - app.ctx.clock()).toBeLessThanOrEqual(
      Number(month.headers.get('retry-after')) * 1_000,
    )
  })

  test('there is one grace a quarter, and the mail says when it is over', async () => {
    await statuses(21)
    await notified(usedUp)
    app.advance(windowEnd('month', app.ctx.clock()) - app.ctx.clock() + minute)
    expect(await statuses(20)).toEqual([200])
    expect(await statuses(2)).toEqual([429])
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(1)
    expect((await mails()).at(-1)?.text).toContain(
      'The 7 days of this quarter in which reads continue beyond the limit are over.',
    )
    app.advance(62 * day)
    expect(await statuses(22)).toEqual([200])
  })

  test('what several projects call counts together, and one who upgrades is told nothing more', async () => {
    await changePlan(app, 'starter', { max_projects: -1 })
    const second = await seedEnvironment(owner, { C: '3' })
    const other = await seedApiKey(owner, second.projectId)
    await statuses(10)
    const path = `inject/${second.projectId}/production`
    for (let n = 0; n < 5; n++) expect((await call(n, { 'x-api-key': other.apiKey }, path)).status).toBe(200)
    await notified(at75)
    await statuses(6)
    await setUser({ plan: 'pro' })
    expect(await statuses(5)).toEqual([200])
    expect(await sweep()).toBe(0)
    const { calls } = await owner.client.call(readSubscriptionStatus, {})
    expect(calls).toMatchObject({ stage: 0, max: -1, grace_ends_at: null })
  })

  test('a lower limit is told by the sweep, and a larger one anew', async () => {
    await statuses(10)
    expect(await sweep()).toBe(0)
    await limit(11)
    expect(await sweep()).toBe(1)
    await notified(at90)
    await limit(12)
    expect(await sweep()).toBe(1)
    await notified(at90, at75)
    await limit(11)
    expect(await sweep()).toBe(1)
    await limit(10)
    expect(await sweep()).toBe(1)
    await limit(-1)
    expect(await sweep()).toBe(0)
  })

  test('a suspended owner is told once the account is active again; the operator has no limit', async () => {
    await statuses(14)
    await setUser({ status: 'SUSPENDED', suspended_reason: 'unpaid' })
    // Keys of a suspended account are rejected, which uses up nothing.
    expect(await statuses(4)).toEqual([401])
    await limit(15)
    expect(await sweep()).toBe(0)
    expect(await subjects()).toEqual([])
    await setUser({ status: 'ACTIVE', suspended_reason: null })
    expect(await sweep()).toBe(1)
    await notified(at90)
    await setUser({ role: 'SUPER_ADMIN' })
    expect(await statuses(10)).toEqual([200])
    expect(await sweep()).toBe(0)
  })

  test('a clock that was ahead repeats no mail, and uses up no grace', async () => {
    await statuses(15)
    await notified(at75)
    app.advance(10 * 365 * day)
    await statuses(3)
    app.advance(-10 * 365 * day)
    // The month that lies too far ahead restarts.
    await statuses(15)
    await sweep()
    expect(await subjects()).toEqual([at75])
    await beginGraces(app.ctx.db, [`owner/${owner.userId}`], app.ctx.clock() + 30 * day)
    await statuses(6)
    app.advance(6 * day)
    expect(await statuses(3)).toEqual([200])
    app.advance(2 * day)
    expect(await statuses(3)).toEqual([429])
  })

  test('the account says how much is used, and until when reads continue', async () => {
    const read = async () => (await owner.client.call(readSubscriptionStatus, {})).calls
    expect(await read()).toMatchObject({ current: 0, max: 20, stage: 0, grace_ends_at: null })
    await statuses(18)
    expect(await read()).toMatchObject({ current: 18, stage: 90, grace_ends_at: null })
    await statuses(5)
    const { grace_ends_at, ...calls } = await read()
    expect(calls).toEqual({
      current: 23,
      max: 20,
      stage: 100,
      resets_at: new Date(windowEnd('month', app.ctx.clock())).toISOString(),
    })
    expect(Math.abs(Date.parse(grace_ends_at ?? '') - app.ctx.clock() - 7 * day)).toBeLessThan(minute)
  })

  test('a queued mail that another plan or a later stage makes untrue is withdrawn', async () => {
    const queued = async () =>
      (await app.ctx.db.selectFrom('mail_queue').selectAll().execute()).filter(
        ({ recipient, template }) => recipient === owner.email && template.startsWith('calls-'),
      )
    await mailsOf(app)
    // From here on nothing is sent: what is queued stays queued.
    await app.ctx.mail.stop()
    await statuses(15)
    await expect.poll(async () => (await queued()).map(({ template }) => template)).toHaveLength(1)
    await statuses(5)
    await expect.poll(async () => (await queued()).map(({ template }) => template)).toEqual(['calls-used-up'])
    await inTransaction(app.ctx, (tx) => withdrawCallMail(tx, owner.userId))
    expect(await queued()).toEqual([])
  })
})
