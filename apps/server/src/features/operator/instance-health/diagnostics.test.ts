// Every setting and everything that names somebody is a canary: none of them is in the diagnostics, in any encoding.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { readDiagnostics } from '@envhold/contract/operator/instance-health.ts'
import { readPaymentConfig, updatePaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { SecretSearch } from '../../../../../../dev/world/find-secrets.ts'
import { runProgram, settingsOf } from '../../../../../../dev/world/run-program.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { createNodeReport } from '../../../jobs/node-report.ts'
import { upsertNode } from '../../../jobs/node-store.ts'
import { createSweeper } from '../../../jobs/sweeper.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { createEventWorker } from '../../billing/webhooks/event-worker.ts'
import { insertEvent } from '../../billing/webhooks/webhook-event-store.ts'

const random = () => `canary${randomBytes(12).toString('hex')}`

forEachEngine((engine) => {
  const canaries: string[] = []
  const canary = (wrap: (name: string) => string = (name) => name) => {
    const name = random()
    canaries.push(name)
    return wrap(name)
  }
  const app = withApp(engine, {
    PUBLIC_URL: canary((name) => `https://${name}.example.com`),
    SMTP_URL: `smtp://${canary()}:${canary()}@127.0.0.1:1`,
    MAIL_FROM: canary((name) => `${name}@example.com`),
    SUPPORT_EMAIL: canary((name) => `${name}@example.com`),
    SUSPENSION_MESSAGE: canary(),
    METRICS_TOKEN: canary(),
    TRUST_PROXY: '203.0.113.77',
    HOST: '127.0.0.1',
  })
  const operator = withPerson(app, {
    email: canary((name) => `${name}@example.com`),
  })
  const machine = canary()

  const read = async () => (await operator.client.call(readDiagnostics, {})).diagnostics

  beforeAll(async () => {
    const { ctx } = app
    const { config } = ctx
    for (const secret of [config.serverSecret?.reveal(), config.databaseUrl?.reveal(), config.dataDir])
      if (secret !== undefined) canaries.push(secret)
    canaries.push(operator.token)
    await seedProject(operator, canary())
    const payments = await operator.client.call(readPaymentConfig, {})
    for (const { config: provider } of payments.providers.filter(({ id }) => id !== 'sandbox')) {
      provider.apiKey = canary()
      provider.webhookSecret = canary()
      provider.storeId = canary()
    }
    await operator.client.call(updatePaymentConfig, { body: payments })
    await ctx.payments.noteFailure(new PaymentError('unavailable', 'stripe', 503))
    // Failures of everything that fails, about somebody.
    const error = Object.assign(new Error(canary()), { code: `not an identifier: ${canary()}` })
    const failing = {
      name: 'failing',
      run: async () => {
        throw error
      },
    }
    const node = createNodeReport(ctx)
    await node.runDue()
    if (engine === 'postgres')
      await upsertNode(ctx.db, {
        id: `${machine}:4680`,
        version: '0',
        started_at: 0,
        seen_at: 0,
        facts: '{}',
      })
    await createSweeper(ctx, [failing, { ...failing, name: 'local', onEachNode: true }]).runDue()
    await inTransaction(ctx, (tx) =>
      queueMail(tx, 'downgradeBrake', { to: operator.email, variables: { count: 30, total: 60 } }),
    )
    await ctx.mail.sendDue()
    await insertEvent(ctx, {
      provider: 'dodo',
      event_id: canary(),
      type: 'invoice.paid',
      about: 'invoice',
      subscription_id: canary(),
      customer_id: canary(),
      checkout_id: null,
      received_at: ctx.clock(),
    })
    const worker = createEventWorker(ctx)
    await worker.stop()
  })

  test('it has what a bug report needs', async () => {
    const { settings, rows, migrated, provider_failures, health } = await read()
    expect(settings).toContainEqual({ name: 'SIGN_UPS', is_set: true, value: 'open' })
    expect(settings).toContainEqual({ name: 'SMTP_URL', is_set: true, value: null })
    expect(settings).toContainEqual({ name: 'PAYMENT_PROVIDER_URLS', is_set: false, value: null })
    expect(rows).toContainEqual({ table: 'users', rows: 1, exact: true })
    expect(rows.map(({ table }) => table)).toContain('usage_packs')
    expect(migrated).toMatch(/^\d{4}-/)
    expect(provider_failures).toMatchObject([{ provider: 'stripe', failure: 'unavailable (503)' }])
    expect(health.mail.failures).toHaveLength(1)
    expect(health.nodes[0]?.id).toBe('node 1')
    expect(health.tasks.map(({ name, failure }) => [name, failure])).toEqual([
      ['failing', 'Error'],
      ['local/node 1', 'Error'],
    ])
    expect(health.warnings).toContainEqual(expect.objectContaining({ subject: 'local/node 1' }))
  })

  test('it names nobody and contains no secret, and neither does what the command prints', async () => {
    const settings = { ...settingsOf(app), METRICS_TOKEN: canary() }
    const { code, out } = await runProgram('operator', settings, ['diagnostics'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ format: 1, health: { node: 'node 1' } })
    const text = `${JSON.stringify(await read())}\n${out}`
    const search = new SecretSearch(canaries)
    expect([...search.in(Buffer.from(text))]).toEqual([])
    for (const word of [`${hostname()}:`, '203.0.113.77', '127.0.0.1', 'example.com', '@'])
      expect(text).not.toContain(word)
    // The canaries are where they would be found.
    expect(search.in(Buffer.from(`${app.ctx.config.publicUrl} ${operator.email}`)).size).toBe(2)
  })

  test('that it was read is recorded', async () => {
    const events = (await activityOf(app)).filter(({ event_type }) => event_type === 'diagnostics_read')
    expect(events.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([operator.userId, null]))
  })

  test('it needs a proof of identity from the last minutes', async () => {
    app.advance(11 * 60_000)
    const stolen = app.as({ token: operator.token })
    await expect(stolen.call(readDiagnostics, {})).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })
})
