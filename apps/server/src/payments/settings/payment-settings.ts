/** What the operator sets about payments. Defaults are those of a new instance. */

import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { parseStored } from '../../db/parse-stored.ts'

export const generalSettings = z.object({
  defaultProvider: z.enum(providerIds).default('stripe'),
  fallbackProvider: z.enum(providerIds).default('dodo'),
  enableAutoFallback: z.boolean().default(true),
  testMode: z.boolean().default(true),
})
export type GeneralSettings = z.output<typeof generalSettings>

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
