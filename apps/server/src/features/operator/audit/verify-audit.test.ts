import { listAuditEntries, readAuditStatus, verifyAudit } from '@envhold/contract/operator/audit.ts'
import { type Job, resumeJob, type VerifyingKind } from '@envhold/contract/operator/jobs.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { finishedJob } from '../../../../../../dev/world/finished-job.ts'
import { writeUsage } from '../../../../../../dev/world/random-entries.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { writeRoot } from '../../audit-log/write-root.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })

  const finished = (job: Pick<Job, 'id'>) => finishedJob(operator.client, job)
  const verify = async (kind: VerifyingKind) =>
    await finished((await operator.client.call(verifyAudit, { body: { kind } })).job)

  test('verifies every chain and the roots, and says so', async () => {
    const owner = await addPerson(app)
    const { projectId } = await seedEnvironment(owner)
    const key = await seedApiKey(owner, projectId)
    const call = { api_key_id: key.id, project_id: projectId, at: app.ctx.clock() }
    await writeUsage(app, [call, call, call])
    await writeRoot(app.ctx)
    const before = (await activityOf(app)).length
    const job = await verify('verify-audit')
    // The start of the job is an entry, too.
    expect(job).toMatchObject({ failed: 0, failures: [], total: before + 4, processed: before + 4 })
    expect(job.result.checkedEntries).toBe(before + 4)
    const status = await operator.client.call(readAuditStatus, {})
    expect(status).toMatchObject({
      root: { number: 1, chains: job.result.checkedChains },
      verification: { id: job.id, state: 'done', failed: 0, result: { checkedEntries: before + 4 } },
    })
    const { events } = await operator.client.call(listAuditEntries, {
      query: { type: 'operator_job_started' },
    })
    expect(events[0]?.description).toBe('Started "Verify Audit Logs"')
  })

  test('begins a part again when it goes on', async () => {
    const { job } = await operator.client.call(verifyAudit, { body: { kind: 'verify-usage' } })
    await finished(job)
    await app.ctx.db
      .updateTable('operator_jobs')
      .set({ state: 'stopped', cursor: null, result: '{"counts":{},"details":[],"failures":[],"failed":0}' })
      .where('id', '=', job.id)
      .execute()
    await operator.client.call(resumeJob, { params: { id: job.id } })
    expect(await finished(job)).toMatchObject({ processed: 3, total: 3, result: { checkedEntries: 3 } })
  })

  test('names what was changed from outside', async () => {
    const chain = `activity/account/${operator.userId}`
    await app.ctx.db
      .updateTable('activity')
      .set({ ip: '198.51.100.1' })
      .where('chain', '=', chain)
      .where('position', '=', 2)
      .execute()
    await app.ctx.db.updateTable('usage_packs').set({ at: 1 }).where('first_sequence', '=', 1).execute()
    const job = await verify('verify-audit')
    expect(job.failed).toBe(2)
    expect(job.failures).toEqual([
      {
        item: chain,
        email: null,
        message: expect.stringMatching(/^Entry 2: (.*) 1 entry before it is valid\.$/),
      },
      {
        item: expect.stringMatching(/^usage\/\d+$/),
        email: null,
        message: expect.stringMatching(/^Entry 1: /),
      },
    ])
    expect(app.logged()).toContain(`"chain":"${chain}"`)
    expect((await verify('verify-activity')).failed).toBe(1)
  })
})
