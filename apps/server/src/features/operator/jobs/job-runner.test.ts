import { createClient } from '@envhold/client/client.ts'
import {
  type JobKindName,
  jobKinds,
  listJobs,
  previewJob,
  readJob,
  resumeJob,
  stopJob,
} from '@envhold/contract/operator/jobs.ts'
import { restoreEligible } from '@envhold/contract/operator/start-jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { finishedJob } from '../../../../../../dev/world/finished-job.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { transact } from '../../audit-log/tx.ts'
import { listOperatorActions } from '../users/operator-action-store.ts'
import type { JobKind } from './job-kind.ts'
import { resultOf } from './job-result.ts'
import { createJobRunner, type JobKinds } from './job-runner.ts'
import { findJob, insertJob } from './job-store.ts'

const minute = 60_000
const reason = 'A test'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)
  const second = withSecondNode(app)

  beforeEach(async () => {
    await app.ctx.db.deleteFrom('operator_jobs').execute()
    await app.ctx.db.deleteFrom('leases').execute()
  })

  /** Work on accounts that counts itself; `before` runs before each. */
  const countingKind = (
    accounts: readonly number[],
    before: (account: number) => Promise<unknown> = async () => {},
  ): JobKind => ({
    preview: async () => ({ counts: { users: accounts.length }, names: [], total: accounts.length }),
    next: async (after, limit) =>
      accounts
        .filter((id) => id > Number(after ?? 0))
        .slice(0, Math.min(limit, 2))
        .map(String),
    process: async (item, run) => {
      await before(Number(item))
      await transact(app.ctx, run.actor, (tx) =>
        run.note(tx, { account: Number(item), counts: { deletedRows: 1 } }),
      )
    },
    accountOf: Number,
  })
  const runnerOf = (kind: JobKind) =>
    createJobRunner(app.ctx, Object.fromEntries(jobKinds.map((name) => [name, kind])) as JobKinds)
  const accounts = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push((await insertPerson(app)).userId)
    return ids
  }
  const insert = async (total: number, kind: JobKindName = 'restore-eligible') => {
    const preview = JSON.stringify({ counts: {}, nonce: String(Math.random()) })
    const id = await inTransaction(app.ctx, (tx) =>
      insertJob(tx, { kind, reason, started_by: operator.userId, preview, total }),
    )
    if (id === undefined) throw new Error('Another job runs')
    return id
  }
  const stateOf = async (id: number) => {
    const job = await findJob(app.ctx.db, id)
    if (!job) throw new Error('There is no such job')
    return { state: job.state, processed: Number(job.processed), ...resultOf(job).counts }
  }
  const actsOn = async (ids: readonly number[]) =>
    (await Promise.all(ids.map((id) => listOperatorActions(app.ctx, id, 10)))).map((acts) => acts.length)

  test('a node that hangs is replaced when its lease ends, and does nothing any more', async () => {
    const ids = await accounts(5)
    const hung = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const first = runnerOf(
      countingKind(ids, async (account) => {
        if (account !== ids[2]) return
        reached.resolve()
        await hung.promise
      }),
    )
    const other = runnerOf(countingKind(ids))
    const id = await insert(ids.length)
    const running = first.runDue()
    await reached.promise
    await other.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'running', processed: 2 })
    app.advance(2 * minute)
    await other.runDue()
    expect(await stateOf(id)).toEqual({ state: 'done', processed: 5, deletedRows: 5, usersAffected: 5 })
    hung.resolve()
    await running
    expect(await stateOf(id)).toEqual({ state: 'done', processed: 5, deletedRows: 5, usersAffected: 5 })
    expect(await actsOn(ids)).toEqual([1, 1, 1, 1, 1])
    await Promise.all([first.stop(), other.stop()])
  })

  test('work that counts itself learns that it was stopped, and begins its item again', async () => {
    let isStopping = true
    const id = await insert(10)
    const runner = runnerOf({
      ...countingKind([7]),
      countsItself: true,
      process: async (_, run) => {
        await run.reached(4)
        if (isStopping) await operator.client.call(stopJob, { params: { id } })
        await run.reached(10)
      },
    })
    await runner.runDue()
    expect(await stateOf(id)).toEqual({ state: 'stopped', processed: 4 })
    isStopping = false
    await app.ctx.db.updateTable('operator_jobs').set({ state: 'running' }).execute()
    await runner.runDue()
    expect(await stateOf(id)).toEqual({ state: 'done', processed: 10 })
    await runner.stop()
  })

  test('a node that stops leaves the rest to another one, at once', async () => {
    const ids = await accounts(5)
    let stopping: Promise<void> | undefined
    const first = runnerOf(
      countingKind(ids, async (account) => {
        if (account === ids[1]) stopping = first.stop()
      }),
    )
    const id = await insert(ids.length)
    await first.runDue()
    await stopping
    expect(await stateOf(id)).toMatchObject({ state: 'running', processed: 2 })
    const other = runnerOf(countingKind(ids))
    await other.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'done', processed: 5, deletedRows: 5 })
    await other.stop()
  })

  test('a job whose database is away for a moment is continued later', async () => {
    const ids = await accounts(3)
    const failures = [Object.assign(new Error('terminating connection'), { code: '57P01' })]
    const id = await insert(ids.length)
    const runner = runnerOf(
      countingKind(ids, async (account) => {
        const failure = account === ids[1] && failures.pop()
        if (failure) throw failure
      }),
    )
    await runner.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'running', processed: 1 })
    await runner.runDue()
    expect(await stateOf(id)).toEqual({ state: 'done', processed: 3, deletedRows: 3, usersAffected: 3 })
    await runner.stop()
  })

  test('a stopped job goes on where it ended', async () => {
    const ids = await accounts(4)
    const id = await insert(ids.length)
    const params = { id }
    const runner = runnerOf(
      countingKind(ids, async (account) => {
        if (account === ids[1]) await operator.client.call(stopJob, { params })
      }),
    )
    await runner.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', processed: 2 })
    await runner.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', processed: 2 })
    await expect(operator.client.call(stopJob, { params })).rejects.toMatchObject({ code: 'CONFLICT' })
    // The application runs the real work, which finds nothing left.
    const { job } = await operator.client.call(resumeJob, { params })
    expect(await finishedJob(operator.client, job)).toMatchObject({ state: 'done', processed: 2 })
    await expect(operator.client.call(resumeJob, { params })).rejects.toMatchObject({ code: 'CONFLICT' })
    await runner.stop()
  })

  test('what fails is listed, and stops nothing else', async () => {
    const ids = await accounts(3)
    const id = await insert(ids.length)
    const runner = runnerOf(
      countingKind(ids, async (account) => {
        if (account === ids[1]) throw new Error('hunter2')
      }),
    )
    await runner.runDue()
    const { job } = await operator.client.call(readJob, { params: { id } })
    expect(job).toMatchObject({ state: 'done', processed: 3, failed: 1, result: { deletedRows: 2 } })
    expect(job.failures).toEqual([
      {
        item: expect.stringMatching(/^person-/),
        email: expect.stringContaining('@'),
        message: 'Something went wrong on the server. See the server log.',
      },
    ])
    expect(JSON.stringify(job)).not.toContain('hunter2')
    await runner.stop()
  })

  test('a job that cannot go on has failed, and can be resumed', async () => {
    const id = await insert(1)
    const broken = runnerOf({
      ...countingKind([]),
      next: async () => {
        throw new Error('hunter2')
      },
    })
    await broken.runDue()
    await broken.stop()
    const { job } = await operator.client.call(readJob, { params: { id } })
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('Something went wrong') })
    expect((await operator.client.call(resumeJob, { params: { id } })).job.state).toBe('done')
  })

  test('of two that start at once on two nodes, one runs', async () => {
    const nodes = [operator.client, clientOf(second.url)]
    const tokens: string[] = []
    for (const client of nodes)
      tokens.push((await client.call(previewJob, { body: { kind: 'restore-eligible' } })).token)
    // While this lease is held no node runs the job, as if it were long.
    await app.ctx.db
      .insertInto('leases')
      .values({ name: 'operator-job', holder: 'a third node', until: app.ctx.clock() + 30_000 })
      .execute()
    const started = await Promise.allSettled(
      nodes.map((client, n) => client.call(restoreEligible, { body: { token: tokens[n] ?? '', reason } })),
    )
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = started.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'CONFLICT',
      message: 'Another job is running. Wait until it ends, or stop it.',
    })
    const { jobs } = await operator.client.call(listJobs, { query: { state: 'running' } })
    expect(jobs).toHaveLength(1)
  })

  const clientOf = (url: string) =>
    createClient({ server: url, headers: () => headersOf({ token: operator.token }), timeoutMs: 120_000 })
})
