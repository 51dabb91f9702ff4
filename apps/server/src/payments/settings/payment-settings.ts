/** What the operator sets about payments. Defaults are those of a new instance. */
import { randomBytes } from 'node:crypto'
import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { isPublic } from '../../config/is-public.ts'
import type { Context, DbContext, TrxContext } from '../../context.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { logTampered } from '../../db/unless-tampered.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { deleteAbandonedCheckouts } from '../sandbox/sandbox-store.ts'
import { readSettings, resealSettings, writeSettings } from './payment-settings-store.ts'

const generalSettings = z.object({
  defaultProvider: z.enum(providerIds).default('stripe'),
  fallbackProvider: z.enum(providerIds).default('dodo'),
  enableAutoFallback: z.boolean().default(true),
  testMode: z.boolean().default(true),
})
type GeneralSettings = z.output<typeof generalSettings>

/** Printable ASCII on one line: these texts go into headers and URLs. */
const credential = z.string().regex(/^[\x21-\x7e]{0,500}$/, 'must be printable characters without a space')

export const providerSettings = z.object({
  /** False, except for the sandbox. */
  isActive: z.boolean().optional(),
  apiKey: credential.default(''),
  webhookSecret: credential.default(''),
  storeId: credential.default(''),
  organizationId: credential.default(''),
  managedPayments: z.boolean().default(false),
  automaticTax: z.boolean().default(false),
})
export type StoredProviderSettings = z.output<typeof providerSettings>

export const textSettings = ['apiKey', 'webhookSecret', 'storeId', 'organizationId'] as const
export const flagSettings = ['managedPayments', 'automaticTax'] as const

export interface PaymentSettings {
  readonly general: GeneralSettings
  readonly providers: Readonly<Record<ProviderId, StoredProviderSettings & { readonly isActive: boolean }>>
}

/** All settings from their rows, JSON by name, with the defaults of a new instance where nothing was set. */
export function readPaymentSettings(rows: ReadonlyMap<string, string>): PaymentSettings {
  const general = parseStored(generalSettings, rows.get('general') ?? '{}')
  const one = (id: ProviderId) => {
    const settings = parseStored(providerSettings, rows.get(id) ?? '{}')
    // The sandbox takes no money, so customers can only use it while the instance is in test mode.
    const isActive = id === 'sandbox' ? (settings.isActive ?? true) && general.testMode : settings.isActive
    return { ...settings, isActive: isActive ?? false }
  }
  const [stripe, dodo, lemonsqueezy] = [one('stripe'), one('dodo'), one('lemonsqueezy')]
  return { general, providers: { stripe, dodo, lemonsqueezy, polar: one('polar'), sandbox: one('sandbox') } }
}

/** Whether others can reach this instance while its sandbox, which takes no money, sells plans. */
export async function sellsInTestMode({
  config,
  payments,
}: Pick<Context, 'config' | 'payments'>): Promise<boolean> {
  if (!isPublic(config)) return false
  const { active } = await payments.readChoice()
  return active.includes('sandbox')
}

/** Signs the sandbox's own webhooks; no operator ever types it. */
export const newSandboxSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type Writing = TrxContext<'secrets' | 'clock' | 'engine'>

/** Changes some of the settings of a provider and leaves the others. @throws TamperedRowError, or a ZodError */
export async function updateProviderSettings(
  tx: Writing,
  id: ProviderId,
  change: Partial<StoredProviderSettings>,
): Promise<void> {
  const before = parseStored(providerSettings, (await readSettings(tx, id)) ?? '{}')
  const after = providerSettings.parse({ ...before, ...change })
  if (id === 'sandbox' && after.webhookSecret === '') after.webhookSecret = newSandboxSecret()
  await writeSettings(tx, id, JSON.stringify(after))
}

/** Changes some of the general settings and leaves the others. @throws TamperedRowError */
export async function updateGeneralSettings(tx: Writing, change: Partial<GeneralSettings>): Promise<void> {
  const before = parseStored(generalSettings, (await readSettings(tx, 'general')) ?? '{}')
  await writeSettings(tx, 'general', JSON.stringify(generalSettings.parse({ ...before, ...change })))
}

const sandboxDays = 1

/** What one node does every hour about the settings of payments and the sandbox. */
export const paymentSweeps = (ctx: DbContext<'secrets' | 'clock' | 'log'>): Sweep[] => [
  {
    name: 'payment-settings',
    run: () => resealSettings(ctx, logTampered(ctx, 'payment-settings')),
    retention: [],
  },
  {
    name: 'sandbox-checkouts',
    run: () => deleteAbandonedCheckouts(ctx, ctx.clock() - daysMs(sandboxDays)),
    retention: [
      { what: 'Abandoned checkouts of the sandbox', period: { days: sandboxDays }, after: 'they expire' },
    ],
  },
]
