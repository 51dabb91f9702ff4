import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { providerIds } from '@envhold/contract/billing/payments.ts'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { TamperedRowError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { createPayments } from './create-payments.ts'
import { loadProvider } from './load-provider.ts'
import { PaymentError } from './payment-error.ts'
import type { CreateProvider, ProviderSettings } from './provider.ts'
import {
  type StoredProviderSettings,
  updateGeneralSettings,
  updateProviderSettings,
} from './settings/payment-settings.ts'
import { readLastErrors, readSettings, resealSettings } from './settings/payment-settings-store.ts'

forEachEngine((engine) => {
  let app: TestApp
  let ctx: Context
  let loaded: ProviderSettings[]
  beforeEach(async () => {
    app = await appForTests(engine, { PAYMENT_PROVIDER_URLS: 'stripe=http://127.0.0.1:4242' })
    ctx = app.ctx
    loaded = []
  })
  afterEach(() => app.stop())

  const payments = (secrets = ctx.secrets) => {
    const load: typeof loadProvider = async (id, settings, deps) => {
      loaded.push(settings)
      return { ...deps.createSandbox(settings, deps), id }
    }
    return createPayments({ ...ctx, secrets, fetch: globalThis.fetch }, load)
  }

  const set = (id: Parameters<typeof updateProviderSettings>[1], change: Partial<StoredProviderSettings>) =>
    inTransaction(ctx, (tx) => updateProviderSettings(tx, id, change))

  test('a new instance is in test mode, with the sandbox active', async () => {
    expect(await ctx.payments.readChoice()).toEqual({
      defaultProvider: 'stripe',
      fallbackProvider: 'dodo',
      enableAutoFallback: true,
      testMode: true,
      active: ['sandbox'],
    })
    expect((await ctx.payments.find('sandbox'))?.id).toBe('sandbox')
    expect(await ctx.payments.find('stripe')).toBeUndefined()
  })

  test('the sandbox is active in test mode only, and still answers after it', async () => {
    await inTransaction(ctx, (tx) => updateGeneralSettings(tx, { testMode: false }))
    expect(await ctx.payments.readChoice()).toMatchObject({ active: [], testMode: false })
    const sandbox = await ctx.payments.find('sandbox')
    expect(await sandbox?.testConnection()).toMatchObject({ success: false })
  })

  test('a provider gets its settings, and is created again only when they change', async () => {
    const made = payments()
    await set('stripe', { apiKey: 'sk_test_1', isActive: true })
    const first = await made.find('stripe')
    expect(loaded).toEqual([
      expect.objectContaining({ apiKey: 'sk_test_1', testMode: true, baseUrl: 'http://127.0.0.1:4242' }),
    ])
    expect(await made.find('stripe')).toBe(first)
    await set('stripe', { webhookSecret: 'whsec_1' })
    expect(await made.find('stripe')).not.toBe(first)
    expect(loaded[1]).toMatchObject({ apiKey: 'sk_test_1', webhookSecret: 'whsec_1' })
    expect((await made.readChoice()).active).toEqual(['stripe', 'sandbox'])
  })

  test('one that is no longer active still answers', async () => {
    await set('polar', { apiKey: 'polar_oat_1', isActive: false })
    expect((await payments().find('polar'))?.id).toBe('polar')
    expect((await payments().readChoice()).active).toEqual(['sandbox'])
  })

  test('no secret is in the database in the clear', async () => {
    await set('dodo', { apiKey: 'very-secret-key' })
    const rows = await ctx.db.selectFrom('payment_settings').selectAll().execute()
    expect(rows).toHaveLength(2)
    for (const { sealed } of rows) expect(Buffer.from(sealed).includes('very-secret')).toBe(false)
  })

  test('a row that is changed, moved or put back under a newer time is tampering', async () => {
    const rows = ctx.db.selectFrom('payment_settings').selectAll()
    const rowOf = (name: string) => rows.where('name', '=', name).executeTakeFirstOrThrow()
    const put = (name: string, change: object) =>
      ctx.db.updateTable('payment_settings').set(change).where('name', '=', name).execute()
    await set('stripe', { apiKey: 'old' })
    const old = await rowOf('stripe')
    app.advance(1_000)
    await set('stripe', { apiKey: 'new' })
    await set('dodo', { apiKey: 'other' })
    const { sealed, updated_at } = await rowOf('stripe')
    const flipped = Buffer.from(sealed)
    flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20)
    const moved = await rowOf('dodo')
    for (const change of [
      { sealed: flipped },
      { sealed: moved.sealed, updated_at: moved.updated_at },
      { sealed: old.sealed },
      { updated_at: updated_at + 1 },
    ]) {
      await put('stripe', change)
      await expect(ctx.payments.find('stripe')).rejects.toThrow(TamperedRowError)
      await expect(ctx.payments.readChoice()).rejects.toThrow(TamperedRowError)
      await put('stripe', { sealed, updated_at })
    }
    expect(await readSettings(ctx, 'stripe')).toContain('new')
  })

  test('deleting the general settings does not bring back test mode', async () => {
    await inTransaction(ctx, (tx) => updateGeneralSettings(tx, { testMode: false }))
    await ctx.db.deleteFrom('payment_settings').where('name', '=', 'general').execute()
    await expect(ctx.payments.readChoice()).rejects.toThrow(TamperedRowError)
    await expect(ctx.payments.find('sandbox')).rejects.toThrow(TamperedRowError)
    const switched = inTransaction(ctx, (tx) => updateGeneralSettings(tx, { enableAutoFallback: true }))
    await expect(switched).rejects.toThrow(TamperedRowError)
  })

  test('a rotation of the server secret seals every row again', async () => {
    await set('stripe', { apiKey: 'sk_test_1' })
    await inTransaction(ctx, (tx) => updateGeneralSettings(tx, { testMode: false }))
    const old = ctx.config.serverSecret?.reveal() ?? ''
    const next = newServerSecret(2)
    const both = serverSecrets(parseServerSecrets(`${next} ${old}`))
    const onTampered = () => expect.unreachable()
    expect(await resealSettings({ ...ctx, secrets: both }, onTampered)).toBe(2)
    expect(await resealSettings({ ...ctx, secrets: both }, onTampered)).toBe(0)
    const alone = serverSecrets(parseServerSecrets(next))
    expect((await payments(alone).find('stripe'))?.id).toBe('stripe')
    expect((await payments(alone).readChoice()).testMode).toBe(false)
    await expect(payments().find('stripe')).rejects.toThrow(TamperedRowError)
  })

  test('the last failure is stored and logged without a secret, and forgotten with new settings', async () => {
    await set('stripe', { apiKey: 'very-secret-key' })
    await ctx.payments.noteFailure(PaymentError.of('stripe', 401))
    expect((await readLastErrors(ctx)).get('stripe')).toMatchObject({ text: 'misconfigured (401)' })
    expect(app.logged()).toContain('"provider":"stripe","failure":"misconfigured","status":401')
    expect(app.logged()).not.toContain('very-secret')
    await set('stripe', { apiKey: 'another' })
    expect((await readLastErrors(ctx)).size).toBe(0)
  })

  test('nodes that start together agree on the secret of the sandbox’s webhooks', async () => {
    const providers = await Promise.all([payments().find('sandbox'), payments().find('sandbox')])
    expect(providers).toHaveLength(2)
    expect(new Set(loaded.map(({ webhookSecret }) => webhookSecret)).size).toBe(1)
    expect(loaded[0]?.webhookSecret).toMatch(/^whsec_.{44}$/)
  })
})

const settings = { apiKey: 'sk_test_x', webhookSecret: 'whsec_eA==', testMode: true }

test.each(providerIds)('loads %s', async (id) => {
  const sandbox = { id: 'sandbox' } as ReturnType<CreateProvider>
  const provider = await loadProvider(id, settings, { fetch, clock: Date.now, createSandbox: () => sandbox })
  expect(provider.id).toBe(id)
})

/** The SDKs that a new process has loaded after `script`. */
async function sdksAfter(script: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load(url, context, next) {
      const [, name] = /node_modules\\/(@[^/]+\\/[^/]+|[^/]+)\\//.exec(url) ?? []
      if (name && name !== 'zod') loaded.add(name)
      return next(url, context)
    } })
    const { loadProvider } = await import(${JSON.stringify(new URL('./load-provider.ts', import.meta.url).href)})
    const fetch = async () => new Response('{}', { status: 500 })
    const load = (id) => loadProvider(id, ${JSON.stringify(settings)}, { fetch, clock: Date.now })
    ${script}
    process.stdout.write(JSON.stringify([...loaded]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

test('an SDK is loaded by the first call that needs it', async () => {
  expect(
    await sdksAfter("for (const id of ['stripe', 'dodo', 'lemonsqueezy', 'polar']) await load(id)"),
  ).toEqual([])
  expect(await sdksAfter("await (await load('polar')).testConnection()")).toEqual(['@polar-sh/sdk'])
  expect(await sdksAfter("await (await load('lemonsqueezy')).testConnection()")).toEqual([])
})
