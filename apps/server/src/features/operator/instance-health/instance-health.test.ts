// Each warning becomes true on a running instance, and ends with its cause.

import {
  type InstanceWarning,
  readInstanceHealth,
  type WarningKind,
} from '@envhold/contract/operator/instance-health.ts'
import { readPaymentConfig, updatePaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { writeUsage } from '../../../../../../dev/world/random-entries.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { version } from '../../../config/version.ts'
import { createFaults } from '../../../db/faults.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { nodeName } from '../../../jobs/node-facts.ts'
import { createNodeReport, type MachineProbes } from '../../../jobs/node-report.ts'
import { createSweeper } from '../../../jobs/sweeper.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { checkDeletionGuard, confirmDeletions } from '../../archive/phase/deletion-guard.ts'
import { createEventWorker } from '../../billing/webhooks/event-worker.ts'
import { closeEvent, insertEvent } from '../../billing/webhooks/webhook-event-store.ts'
import { advanceTotals } from '../../usage/rollup-worker.ts'
import { insertBackup, insertDone, markDone, markFailed, markVerified } from '../backups/backup-store.ts'
import { checkInstanceHealth as readHealth } from './check-instance-health.ts'

const minute = 60_000
const gibibyte = 1024 ** 3
/** Nothing listens there. */
const deadServer = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'envhold@vault.example.com' }

forEachEngine((engine) => {
  const app = withApp(engine, deadServer)
  const operator = withPerson(app, { masterPassword: null })
  const readAll = async () => (await operator.client.call(readInstanceHealth, {})).health
  /** The operator has no second factor, which health-notices.test.ts is about. */
  const withoutFactor = <T extends { readonly warnings: readonly InstanceWarning[] }>(health: T): T => ({
    ...health,
    warnings: health.warnings.filter(({ kind }) => kind !== 'operator_without_factor'),
  })
  const read = async () => withoutFactor(await readAll())
  const find = async (kind: WarningKind): Promise<InstanceWarning | undefined> =>
    (await read()).warnings.find((warning) => warning.kind === kind)
  const node = () => nodeName(app.ctx.config)
  const machine: MachineProbes = {
    disk: async () => ({ free: 20 * gibibyte, total: 40 * gibibyte, stored: 4_096 }),
    wallClock: () => app.ctx.clock(),
  }
  const reportWith = (probes: Partial<MachineProbes> = {}) =>
    createNodeReport(app.ctx, { ...machine, ...probes }).runDue()

  beforeEach(async () => {
    // Mails that accounts get.
    await app.ctx.db.deleteFrom('mail_queue').execute()
    await app.ctx.db.deleteFrom('task_runs').execute()
    await reportWith()
  })

  test('an instance that is well has no warnings', async () => {
    const health = await read()
    expect(health).toMatchObject({
      node: node(),
      version,
      node_version: process.versions.node,
      engine: { name: engine },
      warnings: [],
      mail: { has_server: true, waiting: 0, oldest_at: null, failures: [] },
      webhooks: { received: 0, waiting: 0, failing: 0 },
      clock_uncertainty: null,
      argon2: { running: 0, waiting: 0 },
      usage: { oldest_uncounted_at: null },
      backups: { newest_at: null, verified_at: null },
      brake: null,
    })
    expect(health.engine.version).toMatch(/^\d+\.\d+/)
    expect(health.engine.bytes).toBeGreaterThan(100_000)
    expect(health.nodes).toMatchObject([
      { id: node(), version, missing: false, facts: { disk: { free: 20 * gibibyte } } },
    ])
  })

  test.each([
    { free: 0.9 * gibibyte, total: 5 * gibibyte },
    { free: 30 * gibibyte, total: 400 * gibibyte },
  ])('a disk with $free of $total bytes free', async (disk) => {
    await reportWith({ disk: async () => ({ free: Math.floor(disk.free), total: disk.total, stored: 1 }) })
    expect(await find('disk_low')).toMatchObject({ subject: node(), since: expect.any(String) })
    await reportWith()
    expect(await find('disk_low')).toBeUndefined()
  })

  test('a node whose clock is off', async () => {
    await reportWith({ wallClock: () => app.ctx.clock() - 5_000 })
    expect(await find('clock_off')).toMatchObject({ subject: node(), since: expect.any(String) })
    await reportWith()
    expect(await find('clock_off')).toBeUndefined()
  })

  test('a node that found the database damaged', async () => {
    const faults = createFaults()
    faults.add('The database file is damaged.')
    await createNodeReport(app.ctx, { ...machine, faults }).runDue()
    expect(await find('database_fault')).toMatchObject({
      subject: node(),
      failure: 'The database file is damaged.',
      since: expect.any(String),
    })
    expect((await read()).warnings[0]?.kind).toBe('database_fault')
    await reportWith()
    expect(await find('database_fault')).toBeUndefined()
  })

  test('a node that no longer reports', async () => {
    const { seen_at } = (await read()).nodes[0] ?? {}
    app.advance(4 * minute)
    expect(await find('node_missing')).toBeUndefined()
    app.advance(2 * minute)
    expect(await find('node_missing')).toMatchObject({ subject: node(), since: seen_at })
    // Nothing else is known of it.
    expect((await read()).warnings).toHaveLength(1)
    await reportWith()
    expect(await find('node_missing')).toBeUndefined()
  })

  test('an hourly task that fails', async () => {
    let isFailing = true
    const run = async () => {
      if (isFailing) throw Object.assign(new Error('of ada@example.com'), { code: 'SQLITE_FULL' })
      return 7
    }
    const sweeper = createSweeper(app.ctx, [{ name: 'sessions', run }])
    await sweeper.runDue()
    const { warnings, tasks } = await read()
    expect(warnings).toEqual([
      {
        kind: 'task_failed',
        subject: 'sessions',
        failure: 'SQLITE_FULL',
        since: tasks[0]?.started_at,
        count: null,
      },
    ])
    expect(tasks).toMatchObject([{ name: 'sessions', node: node(), state: 'failed', changed: null }])
    // Within five minutes, not within an hour.
    const next = Date.parse(tasks[0]?.next_run_at ?? '') - Date.parse(tasks[0]?.started_at ?? '')
    expect(Math.round(next / minute)).toBe(5)
    isFailing = false
    app.advance(6 * minute)
    await reportWith()
    await sweeper.runDue()
    expect(await read()).toMatchObject({
      warnings: [],
      tasks: [{ state: 'done', changed: 7, failure: null }],
    })
  })

  test('mails that wait for a mail server, but not those that wait for a recipient', async () => {
    const variables = { count: 30, total: 60 }
    await inTransaction({ ...app.ctx }, (tx) =>
      queueMail(tx, 'downgradeBrake', { to: operator.email, variables }),
    )
    await app.ctx.mail.sendDue()
    const before = await read()
    expect(before).toMatchObject({ warnings: [], mail: { waiting: 1, failures: [{ count: 1 }] } })
    app.advance(11 * minute)
    await reportWith()
    expect(await read()).toMatchObject({
      warnings: [
        {
          kind: 'mail_waiting',
          count: 1,
          since: before.mail.oldest_at,
          failure: expect.stringMatching(/^E[A-Z]+$/),
        },
      ],
    })
    await app.ctx.db.updateTable('mail_queue').set({ failure: 'EENVELOPE 452' }).execute()
    expect(await read()).toMatchObject({
      warnings: [],
      mail: { waiting: 1, failures: [{ failure: 'EENVELOPE 452', count: 1 }] },
    })
  })

  test('webhooks that cannot be processed', async () => {
    const event = { provider: 'stripe', event_id: 'evt_1' } as const
    const received_at = app.ctx.clock()
    await insertEvent(app.ctx, {
      ...event,
      received_at,
      type: 'invoice.paid',
      about: 'invoice',
      subscription_id: 'sub_1',
      customer_id: null,
      checkout_id: null,
    })
    // The provider is not set up.
    const worker = createEventWorker(app.ctx)
    for (const minutes of [0, 2, 6]) {
      expect(await find('webhook_failed')).toBeUndefined()
      app.advance(minutes * minute)
      await worker.runDue()
    }
    await worker.stop()
    expect(await find('webhook_failed')).toMatchObject({
      subject: 'stripe',
      count: 1,
      since: new Date(received_at).toISOString(),
    })
    expect((await read()).webhooks).toEqual({ received: 1, waiting: 1, failing: 1 })
    await closeEvent(app.ctx, event, 'done')
    expect((await read()).webhooks).toEqual({ received: 1, waiting: 0, failing: 0 })
    expect(await find('webhook_failed')).toBeUndefined()
  })

  test('projects that wait for an operator', async () => {
    const at = app.ctx.clock()
    expect(await checkDeletionGuard(app.ctx, 25)).toBe(false)
    const warning = await find('brake_held')
    expect(warning).toMatchObject({ count: 25 })
    expect(Date.parse(warning?.since ?? '')).toBeGreaterThanOrEqual(at)
    await confirmDeletions(app.ctx, 25)
    expect(await find('brake_held')).toBeUndefined()
  })

  test('a backup that failed, and one that is damaged', async () => {
    const backUp = async (file: string) =>
      (await inTransaction(app.ctx, (tx) =>
        insertBackup(tx, { file, origin: 'command', started_by: null }),
      )) ?? 0
    const failed = await backUp('first.db')
    await markFailed(app.ctx, failed, 'The disk is full.')
    expect((await read()).backups).toEqual({ newest_at: null, verified_at: null, offsite: null })
    expect(await find('backup_failed')).toMatchObject({ since: expect.any(String) })

    app.advance(minute)
    const done = await backUp('second.db')
    await markDone(app.ctx, done, '{}')
    const { newest_at } = (await read()).backups
    expect(Math.abs(Date.parse(newest_at ?? '') - app.ctx.clock())).toBeLessThan(minute)
    expect(await find('backup_failed')).toBeUndefined()

    const verified = { at: app.ctx.clock(), summary: 'Read', problems: [] }
    await markVerified(app.ctx.db, done, { ...verified, result: 'invalid' })
    expect(await find('backup_invalid')).toMatchObject({ subject: 'second.db' })
    await markVerified(app.ctx.db, done, { ...verified, result: 'valid' })
    expect((await read()).warnings).toEqual([])
    expect((await read()).backups.verified_at).toBe(new Date(verified.at).toISOString())
  })

  test('no backup but one that was made while the clock was ahead', async () => {
    const day = 24 * 60 * minute
    const past = app.ctx.clock() - 8 * day
    const add = (file: string, at: number) =>
      insertDone(app.ctx, {
        ...{ file, started_at: at, finished_at: at },
        ...{ node: 'one', origin: 'schedule', started_by: null, record: null },
      })
    await app.ctx.db.deleteFrom('backups').execute()
    await add('past.db', past)
    await add('ahead.db', app.ctx.clock() + 365 * day)
    const since = new Date(past).toISOString()
    expect(await find('backup_missing')).toMatchObject({ since })
    expect((await read()).backups.newest_at).toBe(since)
    await app.ctx.db.deleteFrom('backups').execute()
  })

  test('calls that are not counted', async () => {
    // The server counts every few seconds: one of these is found before it does.
    await vi.waitFor(
      async () => {
        const at = app.ctx.clock() - 11 * minute
        await writeUsage(app, [{ project_id: 1, api_key_id: 'key', at }])
        expect(await find('usage_behind')).toMatchObject({ since: new Date(at).toISOString() })
      },
      { timeout: 60_000 },
    )
    await advanceTotals(app.ctx)
    expect(await find('usage_behind')).toBeUndefined()
  })

  test('plans for no money on an instance that others can reach', async () => {
    const publicUrl = 'https://vault.example.com'
    const ctx = { ...app.ctx, config: { ...app.ctx.config, publicUrl } }
    const warned = async () =>
      withoutFactor(await readHealth(ctx, { load: () => ({ running: 0, waiting: 0 }) })).warnings.map(
        ({ kind }) => kind,
      )
    expect(await warned()).toEqual(['payments_in_test_mode'])
    expect((await read()).warnings).toEqual([])
    const config = await operator.client.call(readPaymentConfig, {})
    config.testMode = false
    await operator.client.call(updatePaymentConfig, { body: config })
    expect(await warned()).toEqual([])
  })

  test('other machines can connect, and links lead to this one', async () => {
    const config = { ...app.ctx.config, host: '0.0.0.0', hasPublicUrl: false }
    const health = withoutFactor(
      await readHealth({ ...app.ctx, config }, { load: () => ({ running: 0, waiting: 0 }) }),
    )
    expect(health.warnings.map(({ kind }) => kind)).toEqual(['public_url_missing'])
  })

  test('a clock that jumped', async () => {
    app.advance(3 * 24 * 60 * minute)
    await reportWith()
    // The operator's session has expired.
    const health = withoutFactor(await readHealth(app.ctx, { load: () => ({ running: 0, waiting: 0 }) }))
    expect(health.clock_uncertainty).toMatchObject({ why: 'no record of the last day' })
    expect(health.warnings).toEqual([
      {
        kind: 'clock_uncertain',
        since: health.clock_uncertainty?.since,
        subject: null,
        count: null,
        failure: null,
      },
    ])
  })
})
