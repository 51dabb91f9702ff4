import type { InputOf } from '@envhold/contract/endpoint.ts'
import { previewUserAct, startUserAct } from '@envhold/contract/operator/bulk-actions.ts'
import {
  type Job,
  type JobKindName,
  previewJob,
  readJob,
  resumeJob,
} from '@envhold/contract/operator/jobs.ts'
import { grantUserPlan } from '@envhold/contract/operator/user-billing.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { finishedJob } from '../../../../../../dev/world/finished-job.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { signInAs } from '../../../../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { LeaseLostError } from '../../../jobs/task-store.ts'
import { findGrantedPlan } from '../../plans/granted-plan-store.ts'
import { findPlan, insertPlan } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { listOperatorActions } from '../users/operator-action-store.ts'
import type { JobKind } from './job-kind.ts'
import { createJobRunner, type JobKinds } from './job-runner.ts'
import { userActKind } from './user-act-kind.ts'

const day = 86_400_000
type UserFilter = NonNullable<InputOf<typeof previewUserAct>['body']>['filter']

forEachEngine((engine) => {
  const app = withApp(engine)
  const admin = withPerson(app, { masterPassword: null })
  /** All of them have this role. */
  const ofBulk: UserFilter = { role: 'BULK' }
  const people: { readonly userId: number; readonly email: string }[] = []
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('operator_jobs').execute()
    await writeRole(app, 'BULK', ['project.read'])
    await app.ctx.db.deleteFrom('users').where('role', '=', 'BULK').execute()
    people.length = 0
    for (let n = 0; n < 3; n++) await addToBulk()
  })

  const addToBulk = async () => {
    const person = await insertPerson(app)
    await assignRole(app, person.userId, 'BULK')
    people.push(person)
  }
  type Act = Parameters<typeof previewOf>[0]
  const previewOf = (
    act: 'suspend-users' | 'unsuspend-users' | 'sign-out-users' | 'grant-plan',
    more: { plan?: string; ends_at?: string } = {},
    by: Pick<Person, 'client'> = admin,
    filter = ofBulk,
  ) => by.client.call(previewUserAct, { body: { act, filter, ...more } })
  const start = async (token: string, by: Pick<Person, 'client'> = admin) =>
    (await by.client.call(startUserAct, { body: { token, reason: 'Spam wave' } })).job
  const finished = (job: Pick<Job, 'id'>, client = admin.client) => finishedJob(client, job)
  const insertStopped = (kind: JobKindName, preview: string) => {
    const now = app.ctx.clock()
    return app.ctx.db
      .insertInto('operator_jobs')
      .values({
        kind,
        state: 'stopped',
        reason: 'Planted',
        started_by: admin.userId,
        preview,
        processed: 0,
        total: 3,
        cursor: null,
        result: JSON.stringify({ counts: {}, details: [], failures: [], failed: 0 }),
        error: null,
        created_at: now,
        updated_at: now,
        finished_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const run = async (act: Act, more = {}) => await finished(await start((await previewOf(act, more)).token))
  const statuses = async () =>
    await Promise.all(people.map(async ({ userId }) => (await findUser(app.ctx, userId))?.status))

  test('suspending what a filter leaves: previewed, done, mailed, on record, and undone', async () => {
    const preview = await previewOf('suspend-users')
    expect(preview).toMatchObject({ users: 3, skipped: 0 })
    expect(preview.names).toHaveLength(3)
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
    const job = await finished(await start(preview.token))
    expect(job).toMatchObject({
      kind: 'suspend-users',
      state: 'done',
      result: { changedUsers: 3 },
      failures: [],
    })
    expect(await statuses()).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
    const mailed = (await mailsOf(app)).filter(({ template }) => template === 'account-suspended')
    expect(mailed.map(({ to }) => to)).toEqual(expect.arrayContaining(people.map(({ email }) => email)))
    expect(mailed[0]?.text).toContain('Spam wave')
    const acts = await app.ctx.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('act', '=', 'suspend')
      .execute()
    expect(acts.map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining(people.map(({ userId }) => userId)),
    )
    expect((await run('unsuspend-users')).result).toEqual({ changedUsers: 3 })
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  })

  test('a plan for all of them, and signing them out', async () => {
    const ends_at = new Date(app.ctx.clock() + 30 * day).toISOString()
    expect((await run('grant-plan', { plan: 'pro', ends_at })).result).toEqual({ changedUsers: 3 })
    expect((await findUser(app.ctx, people[0]?.userId ?? 0))?.plan).toBe('pro')
    expect((await run('sign-out-users')).result).toEqual({ changedUsers: 3 })
    await expect(previewOf('grant-plan', { plan: 'none', ends_at })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'plan' }],
    })
    await expect(previewOf('grant-plan')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('a plan for all of them takes no larger plan and no longer grant from anyone', async () => {
    const inDays = (days: number) => new Date(app.ctx.clock() + days * day).toISOString()
    const [longer, larger] = people
    const body = { plan: 'pro', ends_at: inDays(365), reason: 'Thanks' }
    await admin.client.call(grantUserPlan, { params: { id: longer?.userId ?? 0 }, body })
    const pro = await findPlan(app.ctx, 'pro')
    if (!pro || !larger) throw new Error('Something is missing')
    const { id: _, ...limits } = pro
    const large = {
      ...limits,
      name: 'large',
      display_name: 'Large',
      max_stored_bytes: pro.max_stored_bytes + 1,
    }
    await inTransaction(app.ctx, (tx) => insertPlan(tx, large))
    await admin.client.call(grantUserPlan, {
      params: { id: larger.userId },
      body: { ...body, plan: 'large', ends_at: inDays(1) },
    })
    const grant = { plan: 'pro', ends_at: inDays(30) }
    expect(await previewOf('grant-plan', grant)).toMatchObject({ users: 1, skipped: 2 })
    const job = await run('grant-plan', grant)
    expect(job).toMatchObject({ total: 1, result: { changedUsers: 1 }, failures: [] })
    expect((await findGrantedPlan(app.ctx, longer?.userId ?? 0))?.ends_at).toBe(Date.parse(body.ends_at))
    expect((await findUser(app.ctx, larger.userId))?.plan).toBe('large')
  })

  test('operators, the own account and accounts that are created later are left alone', async () => {
    const all = await previewOf('suspend-users', {}, admin, {})
    await writeRole(app, 'READER', ['user.read'])
    await assignRole(app, people[0]?.userId ?? 0, 'READER')
    const others = await previewOf('suspend-users', {}, admin, {})
    expect([others.users, others.skipped]).toEqual([all.users - 1, all.skipped + 1])
    expect(others.names).not.toContain(admin.username)
    const { token, users } = await previewOf('suspend-users')
    expect(users).toBe(2)
    await addToBulk()
    await finished(await start(token))
    expect(await statuses()).toEqual(['ACTIVE', 'SUSPENDED', 'SUSPENDED', 'ACTIVE'])
  })

  test('refused: without a preview, with that of another operator, twice, and without the permission of the act', async () => {
    const { token } = await previewOf('suspend-users')
    const rejected = { code: 'CONFLICT' }
    await expect(admin.client.call(startUserAct, { body: { reason: 'Spam wave' } })).rejects.toMatchObject(
      rejected,
    )
    await expect(start(`x${token}`)).rejects.toMatchObject(rejected)
    const other = await addPerson(app, { masterPassword: null })
    await assignRole(app, other.userId, 'SUPER_ADMIN')
    await expect(start(token, other)).rejects.toMatchObject(rejected)
    await finished(await start(token))
    // Its end can be spelled in several ways.
    for (const spelled of [token, `${token}x`]) await expect(start(spelled)).rejects.toMatchObject(rejected)
    await writeRole(app, 'CLEANER', ['user.read', 'admin.cleanup'])
    await assignRole(app, other.userId, 'CLEANER')
    for (const act of ['suspend-users', 'unsuspend-users', 'sign-out-users'] as const)
      await expect(previewOf(act, {}, other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a job that someone plants in the database, or puts back later, changes nobody', async () => {
    const { token } = await previewOf('suspend-users')
    const [body = '', mac = ''] = token.split('.')
    const text = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = `${Buffer.from(JSON.stringify({ ...text, operator: 1, nonce: 'x' })).toString('base64url')}.${mac}`
    const counts = { users: 3 }
    const planted = async (token: string) => {
      const job = await insertStopped('suspend-users', JSON.stringify({ token, counts }))
      const session = await signInAs(app, admin)
      const resumed = await session.call(resumeJob, { params: job }).catch((error: unknown) => error)
      // As one that another node takes over.
      await app.ctx.db
        .updateTable('operator_jobs')
        .set({ state: 'running' })
        .where('id', '=', job.id)
        .execute()
      const runner = createJobRunner(app.ctx, {} as JobKinds)
      await runner.runDue()
      await runner.stop()
      return [resumed, await finished(job, session)]
    }
    expect(await planted(forged)).toMatchObject([
      { code: 'INTERNAL' },
      { state: 'failed', error: expect.stringContaining('changed from outside') },
    ])
    app.advance(8 * day)
    const message = 'This job is too old to be resumed. Start a new one.'
    expect(await planted(token)).toMatchObject([
      { code: 'CONFLICT', message },
      { state: 'failed', error: message },
    ])
    app.advance(-8 * day)
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  })

  test('a job that acts as one operator is resumed by no other', async () => {
    const { token } = await previewOf('suspend-users')
    const job = await insertStopped('suspend-users', JSON.stringify({ token, counts: { users: 3 } }))
    const other = await addPerson(app, { masterPassword: null })
    await assignRole(app, other.userId, 'SUPER_ADMIN')
    await expect(other.client.call(resumeJob, { params: job })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Only the operator who started this job'),
    })
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
    await finished((await admin.client.call(resumeJob, { params: job })).job)
    expect(await statuses()).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
  })

  test('a node that is killed after an account repeats nothing on it', async () => {
    const input = { filter: ofBulk, upTo: people.at(-1)?.userId ?? 0 }
    const act = userActKind(app.ctx, { kind: 'sign-out-users', input, operator: admin.userId }, 'Spam wave')
    const killed: JobKind = {
      ...act,
      process: async (item, run) => {
        await act.process(item, run)
        throw new LeaseLostError()
      },
    }
    const job = await insertStopped('restore-eligible', '{"counts":{}}')
    await app.ctx.db.updateTable('operator_jobs').set({ state: 'running' }).execute()
    for (const kind of [killed, act]) {
      const runner = createJobRunner(app.ctx, { 'restore-eligible': kind } as JobKinds)
      await runner.runDue()
      await runner.stop()
    }
    expect(await finished(job)).toMatchObject({ processed: 3, result: { changedUsers: 3 } })
    const acts = await Promise.all(people.map(({ userId }) => listOperatorActions(app.ctx, userId, 10)))
    expect(acts.map(({ length }) => length)).toEqual([1, 1, 1])
  })

  test('reapply-revocations is previewed by nobody who may not start it', async () => {
    const other = await addPerson(app, { masterPassword: null })
    await writeRole(app, 'CLEANER', ['admin.stats', 'admin.cleanup'])
    await assignRole(app, other.userId, 'CLEANER')
    const preview = other.client.call(previewJob, { body: { kind: 'reapply-revocations' } })
    await expect(preview).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test.each([
    ['grant-plan', ['user.suspend', 'user.unsuspend']],
    ['suspend-users', ['user.unsuspend']],
    ['reapply-revocations', []],
    ['verify-audit', []],
  ] as const)('%s is resumed by nobody who may not start it', async (kind, permissions) => {
    const { id } = await insertStopped(kind, '{"counts":{}}')
    const other = await addPerson(app, { masterPassword: null })
    await writeRole(app, 'CLEANER', ['admin.stats', 'admin.cleanup', ...permissions])
    await assignRole(app, other.userId, 'CLEANER')
    await expect(other.client.call(resumeJob, { params: { id } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const { job } = await other.client.call(readJob, { params: { id } })
    expect(job.state).toBe('stopped')
  })

  test('its user reads the act with the reason', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const body = { act: 'sign-out-users' as const, filter: { search: person.username } }
    const { token } = await admin.client.call(previewUserAct, { body })
    await finished(await start(token))
    const acts = await app.ctx.db
      .selectFrom('operator_actions')
      .select(['act', 'reason'])
      .where('user_id', '=', person.userId)
      .execute()
    expect(acts).toEqual([{ act: 'end_sessions', reason: 'Spam wave' }])
    await expect(person.client.call(listOwnOperatorActs, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
