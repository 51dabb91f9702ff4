import { login } from '@envhold/contract/accounts/accounts.ts'
import { listJobs, type PreviewedKind, previewJob, readJob } from '@envhold/contract/operator/jobs.ts'
import {
  cleanUpExpired,
  cleanUpExpiredSubscriptions,
  cleanUpOrphans,
  forceCleanup,
  readArchivesStats,
  readSubscriptionCleanupStats,
  restoreEligible,
} from '@envhold/contract/operator/start-jobs.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { finishedJob } from '../../../../../../dev/world/finished-job.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { lapse, pay } from '../../../../../../dev/world/lapse.ts'
import { putInArchive } from '../../../../../../dev/world/put-in-archive.ts'
import { seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { sweepPhases } from '../../archive/phase/sweep-phases.ts'
import { writeRoot } from '../../audit-log/write-root.ts'
import { changeUser, findUser } from '../../users/user-store.ts'
import { listOperatorActions } from '../users/operator-action-store.ts'

import { expiredAnswer, forceAnswer, orphansAnswer, restoreAnswer, subscriptionsAnswer } from './job-view.ts'

const minute = 60_000
const day = 24 * 60 * minute
const reason = 'Monthly cleanup'
const conflict = (message: RegExp) => ({ code: 'CONFLICT', message: expect.stringMatching(message) })

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)
  const db = () => app.ctx.db

  beforeEach(async () => {
    await db().deleteFrom('operator_jobs').execute()
    await db().deleteFrom('users').where('status', '=', 'INACTIVE').execute()
    await db().deleteFrom('projects').where('removed_at', 'is not', null).execute()
  })

  /** Time passes on a server that runs, so that its clock is trusted. */
  const passDays = async (days: number, daily: () => Promise<unknown> = async () => {}) => {
    for (let n = 0; n < days; n++) {
      await writeRoot(app.ctx)
      await daily()
      app.advance(day - minute)
    }
    await writeRoot(app.ctx)
  }
  const signIn = async ({ email, password } = operator) => {
    const { token } = await app.as().call(login, { body: { email, password } })
    return app.as({ token })
  }
  type Caller = Awaited<ReturnType<typeof signIn>>
  const previewOf = (client: Caller, kind: PreviewedKind) => client.call(previewJob, { body: { kind } })

  const leave = (userId: number) =>
    inTransaction(app.ctx, async (tx) => {
      const user = await findUser(tx, userId)
      if (user) await changeUser(tx, user, { status: 'INACTIVE', deleted_at: tx.clock() })
    })
  const insertDeleted = async () => {
    const person = await insertPerson(app)
    await leave(person.userId)
    return person
  }
  const exists = async (table: 'users' | 'projects', id: number) =>
    (await db().selectFrom(table).select('id').where('id', '=', id).execute()).length === 1
  const archivedIds = async () =>
    (await db().selectFrom('archived_projects').select('project_id').execute()).map((row) => row.project_id)
  const actsOn = async (userId: number) =>
    (await listOperatorActions(app.ctx, userId, 10)).map(({ act, operator: by, ...rest }) => ({
      act,
      by,
      reason: rest.reason,
    }))

  test('deletes accounts whose time is over, and no others', async () => {
    const gone = [await insertDeleted(), await insertDeleted()]
    await passDays(31)
    const fresh = await insertDeleted()
    const client = await signIn()
    const { token, ...seen } = await previewOf(client, 'cleanup-expired')
    expect(seen).toMatchObject({ kind: 'cleanup-expired', counts: { users: 2 } })
    expect(seen.names).toHaveLength(2)
    const events = await eventsDuring(app, async () => {
      const started = await client.call(cleanUpExpired, { body: { token, reason } })
      const job = await finishedJob(client, started.job)
      expect(expiredAnswer(job)).toMatchObject({ message: 'Deleted 2 users', deletedUsers: 2 })
      expect(job).toMatchObject({ state: 'done', processed: 2, total: 2, failed: 0, reason })
    })
    expect(events).toEqual(['operator_job_started', 'account_deleted', 'account_deleted'])
    for (const { userId } of gone) expect(await exists('users', userId)).toBe(false)
    expect(await exists('users', fresh.userId)).toBe(true)
  })

  test('restores what fits into a plan, and nothing that needs a larger one', async () => {
    const [paying, free] = [await insertPerson(app), await insertPerson(app)]
    const ofPaying = (await lapse(app, paying, { projects: 3 })).projectIds
    const ofFree = (await lapse(app, free, { projects: 3 })).projectIds
    await pay(app, paying)
    for (const id of ofPaying) await putInArchive(app, paying, id)
    for (const id of ofFree) await putInArchive(app, free, id, { reason: 'grace_period_expired' })
    const client = await signIn()
    expect(await client.call(readArchivesStats, {})).toEqual({
      totalArchivedProjects: 6,
      usersWithArchives: 2,
      restorationEligible: 3,
    })
    const { token, counts } = await previewOf(client, 'restore-eligible')
    expect(counts).toEqual({ projects: 3, users: 1 })
    const { job } = await client.call(restoreEligible, { body: { token, reason } })
    expect(restoreAnswer(await finishedJob(client, job))).toMatchObject({
      restoredProjects: 3,
      usersAffected: 1,
    })
    expect((await archivedIds()).toSorted()).toEqual([...ofFree].toSorted())
    expect(await actsOn(paying.userId)).toEqual([{ act: 'job', by: operator.username, reason }])
    expect(await actsOn(free.userId)).toEqual([])
    const ofOwner = (await activityOf(app)).filter(({ user_id }) => user_id === paying.userId)
    expect(ofOwner.filter(({ event_type }) => event_type === 'operator_job_applied')).toMatchObject([
      { description: `An operator ran "Bulk Restore". Reason: ${reason}` },
    ])
  })

  test('does not count the archives of deleted accounts, as the page about compliance does not', async () => {
    const client = await signIn()
    const { userId } = await insertPerson(app)
    const [id = 0] = (await lapse(app, { userId }, { projects: 1 })).projectIds
    const before = await client.call(readArchivesStats, {})
    await putInArchive(app, { userId }, id)
    await leave(userId)
    expect(await client.call(readArchivesStats, {})).toEqual(before)
  })

  test('finishes downgrades whose grace period is over, and names each account', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 3 })
    await sweepPhases(app.ctx)
    await passDays(28, async () => {
      await app.ctx.mail.sendDue()
      await sweepPhases(app.ctx)
    })
    expect(await (await signIn()).call(readSubscriptionCleanupStats, {})).toMatchObject({ expiringSoon: 1 })
    await passDays(3, () => app.ctx.mail.sendDue())
    const client = await signIn()
    expect(await client.call(readSubscriptionCleanupStats, {})).toEqual({
      expiredSubscriptionGracePeriods: 1,
      expiringSoon: 0,
      archivedProjectsAffected: 0,
    })
    const { token, counts, names } = await previewOf(client, 'expired-subscriptions')
    expect(counts).toEqual({ users: 1, projects: 0 })
    expect(person.email).toContain(names[0])
    const { job } = await client.call(cleanUpExpiredSubscriptions, { body: { token, reason } })
    expect(subscriptionsAnswer(await finishedJob(client, job))).toMatchObject({
      message: 'Processed 1 user',
      processedUsers: 1,
      finalizedDowngrades: 1,
      archivedProjectsDeleted: 0,
      details: [{ email: person.email, archivedProjectsDeleted: 0, error: null }],
    })
    expect(await archivedIds()).toHaveLength(2)
    expect(await actsOn(person.userId)).toHaveLength(1)

    // 30 days later the archived projects are deleted, each in its own transaction, with one act for all.
    await passDays(30, async () => {
      await app.ctx.mail.sendDue()
      await sweepPhases(app.ctx)
    })
    app.advance(minute * 60)
    await writeRoot(app.ctx)
    const later = await signIn()
    const second = await previewOf(later, 'expired-subscriptions')
    expect(second.counts).toEqual({ users: 1, projects: 2 })
    const next = await later.call(cleanUpExpiredSubscriptions, { body: { token: second.token, reason } })
    const result = subscriptionsAnswer(await finishedJob(later, next.job))
    expect(result).toMatchObject({ processedUsers: 1, finalizedDowngrades: 0, archivedProjectsDeleted: 2 })
    expect(result.details).toMatchObject([{ email: person.email, archivedProjectsDeleted: 2 }])
    expect(await actsOn(person.userId)).toHaveLength(2)
  })

  test('takes nothing from those who were not mailed before, and says so', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 3 })
    await sweepPhases(app.ctx)
    // Its grace period is announced, and nobody reminds of the end.
    await passDays(31, () => app.ctx.mail.sendDue())
    const client = await signIn()
    const { token } = await previewOf(client, 'expired-subscriptions')
    const { job } = await client.call(cleanUpExpiredSubscriptions, { body: { token, reason } })
    const done = await finishedJob(client, job)
    expect(done.result).toMatchObject({ waitingUsers: 1 })
    expect(subscriptionsAnswer(done).message).toMatch(
      /^Processed 1 user\. Nothing was taken from 1 user who was mailed first: run it again tomorrow$/,
    )
    await db().deleteFrom('users').where('id', '=', person.userId).execute()
  })

  test('deletes everything whose time is over, and says how much that freed', async () => {
    const owner = await addPerson(app)
    const { projectId } = await seedEnvironment(owner)
    await owner.client.call(deleteProject, { params: { id: projectId } })
    const gone = await insertDeleted()
    // As much as would count.
    await db()
      .updateTable('environment_versions')
      .set({ bytes: 3 * 1024 * 1024 })
      .execute()
    await passDays(31)
    const client = await signIn()
    const { token, counts } = await previewOf(client, 'force-cleanup')
    expect(counts).toEqual({ users: 1, projects: 1 })
    const started = await client.call(forceCleanup, { body: { token, reason } })
    const job = await finishedJob(client, started.job)
    const answer = forceAnswer(job)
    expect(answer).toMatchObject({ deletedUsers: 1, deletedProjects: 1 })
    expect(answer.freedStorage).toBeGreaterThanOrEqual(3)
    expect(job).toMatchObject({ state: 'done', failed: 0 })
    expect(job.processed).toBe(job.total)
    expect([await exists('users', gone.userId), await exists('projects', projectId)]).toEqual([false, false])
    expect(await actsOn(owner.userId)).toHaveLength(1)
    expect(
      await db().selectFrom('sessions').select('id').where('user_id', '=', owner.userId).execute(),
    ).toEqual([])
  })

  test('deletes rows without a parent, which only an edited database has', async () => {
    const owner = await addPerson(app)
    const { id } = await seedEnvironment(owner)
    await withoutForeignKeys(() => db().deleteFrom('users').where('id', '=', owner.userId).execute())
    const client = await signIn()
    const { token, counts } = await previewOf(client, 'orphaned-data')
    expect(counts).toEqual({ projects: 1, environments: 0, variables: 0 })
    const { job } = await client.call(cleanUpOrphans, { body: { token, reason } })
    expect(orphansAnswer(await finishedJob(client, job))).toMatchObject({
      orphanedProjects: 1,
      orphanedEnvironments: 0,
      orphanedVariables: 0,
    })
    expect(await db().selectFrom('environments').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await previewOf(client, 'orphaned-data')).counts).toMatchObject({ projects: 0 })
  })

  const withoutForeignKeys = async (work: () => Promise<unknown>) => {
    const set = (on: boolean) =>
      engine === 'sqlite'
        ? sql`pragma foreign_keys = ${sql.lit(on ? 1 : 0)}`
        : sql`alter table users ${sql.raw(on ? 'enable' : 'disable')} trigger all`
    await set(false).execute(db())
    await work()
    await set(true).execute(db())
  }

  test('starts only what its operator has just seen', async () => {
    for (let n = 0; n < 11; n++) await insertDeleted()
    await passDays(31)
    const client = await signIn()
    const other = await addPerson(app, { masterPassword: null })
    await assignRole(app, other.userId, 'SUPER_ADMIN')
    const start = (token: string | undefined, by = client) =>
      by.call(cleanUpExpired, { body: { reason, ...(token !== undefined && { token }) } })
    const seen = await previewOf(client, 'cleanup-expired')
    await expect(start(undefined)).rejects.toMatchObject(conflict(/Preview it again/i))
    await expect(start('nonsense')).rejects.toMatchObject(conflict(/not valid.*Preview it again/i))
    const [body = '', mac = ''] = seen.token.split('.')
    const raised = Buffer.from(body, 'base64url').toString().replace('"users":11', '"users":99')
    await expect(start(`${Buffer.from(raised).toString('base64url')}.${mac}`)).rejects.toMatchObject(
      conflict(/not valid/),
    )
    await expect(start(seen.token, await signIn(other))).rejects.toMatchObject(conflict(/not valid/))
    await expect(client.call(forceCleanup, { body: { token: seen.token, reason } })).rejects.toMatchObject(
      conflict(/not valid/),
    )
    await expect(
      client.call(cleanUpExpired, { body: { token: seen.token, reason: ' ' } }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    // A tenth may change between preview and start, and no more.
    const remove = async () => {
      const { id } = await db()
        .selectFrom('users')
        .select('id')
        .where('status', '=', 'INACTIVE')
        .executeTakeFirstOrThrow()
      await db().deleteFrom('users').where('id', '=', id).execute()
    }
    await remove()
    await remove()
    await expect(start(seen.token)).rejects.toMatchObject(conflict(/11 users then, 9 now. Preview it again/))
    const again = await previewOf(client, 'cleanup-expired')
    app.advance(10 * minute)
    const later = await signIn()
    await expect(start(again.token, later)).rejects.toMatchObject(conflict(/older than 10 minutes/))
    const last = await previewOf(later, 'cleanup-expired')
    const nine = await start(last.token, later)
    expect(await finishedJob(later, nine.job)).toMatchObject({ result: { deletedUsers: 9 } })
    await expect(start(last.token, later)).rejects.toMatchObject(conflict(/9 users then, 0 now/))
    const none = await previewOf(later, 'cleanup-expired')
    const empty = await start(none.token, later)
    expect(await finishedJob(later, empty.job)).toMatchObject({ total: 0, result: {} })
    await expect(start(none.token, later)).rejects.toMatchObject(
      conflict(/has started a job already. Preview it again/),
    )
  })

  test('deletes nothing under a clock that is not trusted', async () => {
    const person = await insertDeleted()
    await passDays(1)
    app.advance(40 * day)
    const client = await signIn()
    const { token } = await previewOf(client, 'cleanup-expired')
    await expect(client.call(cleanUpExpired, { body: { token, reason } })).rejects.toMatchObject(
      conflict(/does not trust its clock/),
    )
    expect(await exists('users', person.userId)).toBe(true)
    app.advance(-40 * day)
  })

  test('lists jobs by kind and state, and reads one', async () => {
    const client = await signIn()
    const { token } = await previewOf(client, 'restore-eligible')
    const started = await client.call(restoreEligible, { body: { token, reason } })
    const job = await finishedJob(client, started.job)
    expect(await client.call(listJobs, { query: { kind: 'restore-eligible' } })).toMatchObject({
      jobs: [{ id: job.id, started_by: operator.username, preview: { projects: 0, users: 0 } }],
      pagination: { page: 1, limit: 20, total: 1, pages: 1 },
    })
    expect(await client.call(listJobs, { query: { kind: 'force-cleanup' } })).toMatchObject({ jobs: [] })
    expect(await client.call(listJobs, { query: { state: 'failed' } })).toMatchObject({ jobs: [] })
    expect((await client.call(readJob, { params: { id: job.id } })).job).toEqual(job)
    await expect(client.call(readJob, { params: { id: 999_999 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('needs its permissions: who sees statistics starts nothing', async () => {
    await writeRole(app, 'SUPPORT', ['user.read', 'admin.stats'])
    const support = await addPerson(app, { masterPassword: null })
    await assignRole(app, support.userId, 'SUPPORT')
    const client = await signIn(support)
    await client.call(listJobs, { query: {} })
    await client.call(readSubscriptionCleanupStats, {})
    await expect(previewOf(client, 'force-cleanup')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(client.call(forceCleanup, { body: { token: 'x', reason } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
