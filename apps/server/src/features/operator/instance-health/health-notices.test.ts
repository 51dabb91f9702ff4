import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { Secret } from '../../../config/secrets.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { createActivityRecorder, recordTampering } from '../../audit-log/activity-recorder.ts'
import { insertBackup, markDone } from '../backups/backup-store.ts'
import { listWarnings } from './check-instance-health.ts'
import { callWebhook, updateNotices } from './health-notices.ts'

const minute = 60_000
const day = 1_440 * minute

const jobOf = (preview: string) => ({
  kind: 'verify-audit',
  state: 'done' as const,
  reason: 'Test',
  started_by: null,
  preview,
  processed: 1,
  total: 1,
  cursor: null,
  error: null,
})

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  const calls: string[] = []
  let status = 200
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push(body)
      response.writeHead(status).end()
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => hook.close())
  beforeEach(async () => {
    calls.length = 0
    status = 200
    await app.ctx.db.deleteFrom('health_notices').execute()
  })

  const kinds = async () => (await listWarnings(app.ctx)).map(({ kind }) => kind)
  const notices = async () =>
    (await mailsOf(app)).filter(({ template, to }) => template === 'health-notice' && to === operator.email)
  const withSettings = (email: string | undefined, path = '/hook?token=secret') => ({
    ...app.ctx,
    config: {
      ...app.ctx.config,
      healthNotices: {
        email,
        webhookUrl: new Secret(`http://127.0.0.1:${(hook.address() as AddressInfo).port}${path}`),
      },
    },
  })
  const backUp = async () => {
    const file = `b-${app.ctx.clock()}.db`
    const id = await inTransaction(app.ctx, (tx) =>
      insertBackup(tx, { file, origin: 'command', started_by: null }),
    )
    await markDone(app.ctx, id ?? 0, '{}')
  }

  test('an operator with a password alone, until a factor is added', async () => {
    expect(await kinds()).toContain('operator_without_factor')
    await addPasskey(app, operator)
    expect(await kinds()).not.toContain('operator_without_factor')
  })

  test('rows that were changed from outside, for 7 days', async () => {
    expect(await kinds()).not.toContain('tampering_found')
    const person = await addPerson(app)
    const { project } = await seedProject(person, 'production')
    await app.ctx.db
      .updateTable('projects')
      .set({ owner_id: operator.userId })
      .where('id', '=', project.id)
      .execute()
    await operator.client.call(listProjects, {}).catch(() => {})
    expect(await kinds()).toContain('tampering_found')
    await app.ctx.db.deleteFrom('projects').where('id', '=', project.id).execute()
    app.advance(7 * day + minute)
    expect(await kinds()).not.toContain('tampering_found')
  })

  test('operators are told once, and once more when it is over for five minutes', async () => {
    const before = (await notices()).length
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' }
    await recordTampering(createActivityRecorder(app.ctx))({ table: 'users', id: '1' }, origin)
    for (const _ of ['once', 'again']) await updateNotices(app.ctx)
    const [notice, ...others] = (await notices()).slice(before)
    expect(others).toEqual([])
    expect(notice?.subject).toBe('The server needs your attention')
    expect(notice?.text).toContain('Rows that were changed from outside were rejected')
    app.advance(7 * day + minute)
    await updateNotices(app.ctx)
    app.advance(4 * minute)
    await updateNotices(app.ctx)
    const over = async () => (await notices()).filter(({ text }) => text.includes('Over:'))
    expect(await over()).toEqual([])
    app.advance(2 * minute)
    for (const _ of ['once', 'again']) await updateNotices(app.ctx)
    expect(await over()).toHaveLength(1)
    expect((await over())[0]?.text).toContain('Rows that were changed from outside were rejected')
  })

  test('the webhook gets it until it accepts it, and no e-mail is sent if they are off', async () => {
    const ctx = withSettings('off')
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' }
    await recordTampering(createActivityRecorder(app.ctx))({ table: 'users', id: '1' }, origin)
    const before = (await notices()).length
    status = 503
    await updateNotices(ctx)
    const failure = await callWebhook(ctx).catch((error: unknown) => error)
    expect(String(failure)).not.toContain('secret')
    expect(failure).toBeInstanceOf(Error)
    status = 200
    await callWebhook(ctx)
    await callWebhook(ctx)
    expect(calls).toHaveLength(2)
    expect(JSON.parse(calls[1] ?? '')).toMatchObject({
      event: 'opened',
      warnings: expect.arrayContaining([expect.objectContaining({ kind: 'tampering_found' })]),
    })
    app.advance(8 * day)
    await updateNotices(ctx)
    app.advance(6 * minute)
    await updateNotices(ctx)
    await callWebhook(ctx)
    expect(calls.map((call) => JSON.parse(call).event)).toContain('resolved')
    expect(
      await app.ctx.db
        .selectFrom('health_notices')
        .select('id')
        .where('id', '=', 'tampering_found')
        .execute(),
    ).toEqual([])
    expect(await notices()).toHaveLength(before)
  })

  test('a warning that comes back is e-mailed, although the webhook never learned that it was over', async () => {
    const ctx = withSettings(undefined)
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' }
    const tamper = () => recordTampering(createActivityRecorder(app.ctx))({ table: 'users', id: '1' }, origin)
    await tamper()
    await updateNotices(ctx)
    app.advance(8 * day)
    await updateNotices(ctx)
    app.advance(6 * minute)
    await updateNotices(ctx)
    await tamper()
    const before = (await notices()).length
    for (const _ of ['once', 'again']) await updateNotices(ctx)
    const [notice, ...others] = (await notices()).slice(before)
    expect(others).toEqual([])
    expect(notice?.text).toContain('Rows that were changed from outside were rejected')
    await callWebhook(ctx)
    expect(calls.map((call) => JSON.parse(call).event)).toEqual(['opened'])
  })

  test('a planted notice keeps no warning from operators', async () => {
    await app.ctx.db
      .insertInto('health_notices')
      .values({
        id: 'planted',
        kind: 'tampering_found',
        subject: null,
        since: null,
        opened_at: app.ctx.clock(),
        missing_at: null,
        webhook_event: '',
        mac: new Uint8Array(32),
      })
      .execute()
    await updateNotices(app.ctx)
    expect(app.logged()).toContain('"table":"health_notices"')
    const rows = await app.ctx.db
      .selectFrom('health_notices')
      .select('id')
      .where('id', '=', 'planted')
      .execute()
    expect(rows).toEqual([])
  })

  test('a verification that found something; one that finds nothing ends it, and what was met before', async () => {
    const verified = async (failed: number) => {
      app.advance(minute)
      const now = app.ctx.clock()
      const times = { created_at: now, updated_at: now, finished_at: now }
      const result = JSON.stringify({ counts: {}, details: [], failures: [], failed })
      await app.ctx.db
        .insertInto('operator_jobs')
        .values({ ...jobOf(`verify-${now}`), ...times, result })
        .execute()
    }
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' }
    await recordTampering(createActivityRecorder(app.ctx))({ table: 'users', id: '1' }, origin)
    await verified(2)
    expect(await kinds()).toEqual(expect.arrayContaining(['verification_failed', 'tampering_found']))
    await verified(0)
    const left = await kinds()
    for (const kind of ['verification_failed', 'tampering_found']) expect(left).not.toContain(kind)
  })

  test('no backup for 7 days, unless backups are made elsewhere', async () => {
    app.advance(8 * day)
    expect(await kinds()).toContain('backup_missing')
    const backups = { ...app.ctx.config.backups, warningDays: 0 }
    const elsewhere = await listWarnings({ ...app.ctx, config: { ...app.ctx.config, backups } })
    expect(elsewhere.map(({ kind }) => kind)).not.toContain('backup_missing')
    await backUp()
    expect(await kinds()).not.toContain('backup_missing')
    app.advance(8 * day)
    expect(await kinds()).toContain('backup_missing')
  })
})
