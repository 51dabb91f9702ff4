import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { sayProgram, settingsOf } from '../../../../../dev/world/run-program.ts'
import { connect } from '../../db/connect.ts'
import { findPrice } from '../../features/plans/plan-price-store.ts'
import { readPaymentSettings } from '../../payments/settings/payment-settings.ts'
import { readAllSettings } from '../../payments/settings/payment-settings-store.ts'
import { dispatch } from '../dispatch.ts'
import { masked } from './show-settings.ts'

const secretKey = 'sk_test_very_secret_1234'

forEachEngine((engine) => {
  let app: TestApp
  /** On SQLite a copy of the database that no server uses. */
  let folder: string
  beforeAll(async () => {
    app = await appForTests(engine)
    folder = await mkdtemp(join(tmpdir(), 'envhold-payments-'))
    if (engine === 'sqlite') await sql`vacuum into ${join(folder, 'envhold.db')}`.execute(app.ctx.db)
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true })
  })

  const runIn = (dataDir: string, args: readonly string[], input = '') =>
    sayProgram('payments', { ...settingsOf(app), DATA_DIR: dataDir }, args, { input })
  const run = (command: string, input?: string) => runIn(folder, command.split(' '), input)

  /** What is stored, read while no tool runs. */
  async function stored() {
    if (engine === 'postgres') return await readStored(app.ctx.db)
    const database = connect({ databaseUrl: undefined, dataDir: folder })
    try {
      return await readStored(database.db)
    } finally {
      await database.close()
    }
  }
  const readStored = async (db: TestApp['ctx']['db']) => ({
    settings: readPaymentSettings(await readAllSettings({ db, secrets: app.ctx.secrets })),
    price: await findPrice(
      { db, secrets: app.ctx.secrets },
      { plan: 'pro', interval: 'monthly', provider: 'stripe' },
    ),
    events: await db.selectFrom('activity').selectAll().orderBy('sequence').execute(),
  })

  test('an operator sets up a provider', async () => {
    const before = (await stored()).events.length
    expect(await run('activate stripe')).toMatchObject({
      code: 64,
      said: expect.stringContaining('Set apiKey and webhookSecret of stripe first'),
    })
    expect(await run('set stripe apiKey', `${secretKey}\n`)).toMatchObject({ code: 0 })
    expect(await run('set stripe webhookSecret', 'whsec_also_secret_5678')).toMatchObject({ code: 0 })
    for (const command of [
      'set stripe automaticTax on',
      'activate stripe',
      'price pro monthly stripe price_1',
      'default stripe',
      'fallback polar',
      'fallback off',
      'test-mode off',
    ])
      expect(await run(command)).toMatchObject({ code: 0 })
    const { settings, price, events } = await stored()
    expect(settings.providers.stripe).toMatchObject({
      isActive: true,
      apiKey: secretKey,
      webhookSecret: 'whsec_also_secret_5678',
      automaticTax: true,
    })
    expect(settings.general).toEqual({
      defaultProvider: 'stripe',
      fallbackProvider: 'polar',
      enableAutoFallback: false,
      testMode: false,
    })
    expect(price).toBe('price_1')
    const recorded = events.slice(before)
    expect(recorded).toHaveLength(9)
    for (const event of recorded)
      expect(event).toMatchObject({
        event_type: 'payment_settings_changed',
        severity: 'high',
        user_id: null,
        ip: null,
      })
    expect(JSON.stringify(recorded)).not.toContain('secret_')
    const { said } = await run('show')
    expect(said).toContain('test-mode: off')
    expect(said).toContain('stripe: active\n  apiKey: …1234\n  webhookSecret: …5678\n')
    expect(said).toContain('price of pro, monthly: price_1')
    expect(said).not.toContain('secret_')
  })

  test('what cannot be is refused with a sentence, and no secret is repeated', async () => {
    const bad: [command: string, sentence: string, input?: string][] = [
      ['set stripe apiKey sk_on_the_command_line', 'on standard input'],
      ['set stripe apiKey', 'printable characters', 'has a space'],
      ['set stripe apiKey', 'To remove it, add --remove.', ''],
      ['set stripe automaticTax --remove', 'is on or off'],
      ['price enterprise monthly dodo pdt_1', 'There is no such plan'],
      ['price pro monthly sandbox x', 'already has a price'],
    ]
    for (const [command, sentence, input] of bad) {
      const ran = await run(command, input)
      expect(ran).toMatchObject({ code: 64, said: expect.stringContaining(sentence) })
      expect(ran.said).not.toMatch(/sk_on|has a space/)
    }
    expect((await stored()).settings.providers.stripe.apiKey).toBe(secretKey)
    expect(await run('set stripe apiKey --remove')).toMatchObject({
      code: 0,
      said: expect.stringContaining('apiKey of stripe was removed'),
    })
    expect((await stored()).settings.providers.stripe.apiKey).toBe('')
    expect(await run('set stripe apiKey', secretKey)).toMatchObject({ code: 0 })
  })

  test('the connection is tried, and the exit code says how it went', async () => {
    expect(await run('test dodo')).toMatchObject({ code: 1, said: expect.stringContaining('no apiKey') })
    expect(await run('test sandbox')).toMatchObject({ code: expect.any(Number) })
  })

  test.runIf(engine === 'sqlite')('a folder that a server uses is only shown', async () => {
    const { dataDir } = app.ctx.config
    expect(await runIn(dataDir, ['show'])).toMatchObject({ code: 0 })
    expect(await runIn(dataDir, ['test-mode', 'off'])).toMatchObject({
      code: 75,
      said: expect.stringContaining('is using the data folder'),
    })
    expect((await app.ctx.payments.readChoice()).testMode).toBe(true)
  })

  test.runIf(engine === 'postgres')('a running server uses the new settings at once', async () => {
    expect(await run('test-mode on')).toMatchObject({ code: 0 })
    expect(await app.ctx.payments.readChoice()).toMatchObject({
      testMode: true,
      active: expect.arrayContaining(['sandbox']),
    })
    expect(await run('test sandbox')).toMatchObject({ code: 0 })
  })
})

test.each([
  'show more',
  'set',
  'set paypal apiKey',
  'set stripe password',
  'set stripe automaticTax maybe',
  'set stripe automaticTax on again',
  'activate',
  'default nobody',
  'fallback',
  'test-mode perhaps',
  'price pro weekly stripe price_1',
  'price pro monthly stripe',
  'delete stripe',
])('"%s" is no command', async (command) => {
  const outputs = { info: () => {}, warn: () => {} }
  expect(await dispatch(['payments', ...command.split(' ')], outputs)).toBe(64)
})

test('help names every command', async () => {
  for (const args of [[], ['--help'], ['help']]) {
    const lines: string[] = []
    const outputs = { info: (line: string) => void lines.push(line), warn: () => {} }
    expect(await dispatch(['payments', ...args], outputs)).toBe(0)
    for (const name of ['show', 'set PROVIDER SETTING', 'price PLAN', 'test PROVIDER'])
      expect(lines.join('\n')).toContain(name)
  }
})

test('a short secret is not shown at all', () => {
  expect([masked('sk_test_very_secret_1234'), masked('12345678')]).toEqual(['…1234', '…'])
})
