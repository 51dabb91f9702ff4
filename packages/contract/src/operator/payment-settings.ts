/** Payment settings, as operators edit them. A secret is written and never read: answers contain its mask. */
import { z } from 'zod'
import { type ProviderId, providerIds, providerNames } from '../billing/payments.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'

const revision = z
  .string()
  .regex(/^\d{1,20}-\d{1,4}$/)
  .meta({ examples: ['1767225600000-3'] })

/** A mask is this, and the last four characters of a long secret. Sending a mask back leaves the secret as it is. */
export const secretMask = '••••'

const maxSetting = 500
const badSetting = 'Must be printable characters without a space'
const setting = z
  .string()
  .max(maxSetting)
  .regex(/^[\x21-\x7e]*$/, badSetting)
  .meta({ examples: ['12345'] })
const secret = z
  .string()
  .max(maxSetting)
  .regex(/^(?:[\x21-\x7e]*|\u2022{4}[\x21-\x7e]{0,4})$/, badSetting)
  .meta({ examples: ['••••4242'] })

const paymentEnvironments = ['sandbox', 'production'] as const

const providerConfig = z.object({
  apiKey: secret,
  webhookSecret: secret,
  /** Lemon Squeezy */
  storeId: setting,
  /** Polar */
  organizationId: setting,
  /** Follows test mode, which holds for all providers; not read in a request. */
  environment: z.enum(paymentEnvironments).optional(),
  /** Stripe */
  managedPayments: z.boolean().optional(),
  automaticTax: z.boolean().optional(),
})

const general = z.object({
  defaultProvider: z.enum(providerIds, 'Unknown payment provider'),
  fallbackProvider: z.enum(providerIds, 'Unknown payment provider'),
  enableAutoFallback: z.boolean(),
  testMode: z.boolean(),
})

const text = z.string().max(limits.descriptionLength)
const provider = z
  .object({
    id: z.enum(providerIds),
    name: text,
    displayName: text,
    description: text,
    features: z.array(text).max(20),
    isActive: z.boolean(),
    config: providerConfig,
    capabilities: z.object({
      merchantOfRecord: z.boolean(),
      taxCompliance: z.boolean(),
      globalPayments: z.boolean(),
      subscriptions: z.boolean(),
    }),
    /** Its last failure since its settings were changed. */
    lastError: z.object({ text, at: field.time }).nullable(),
    /** Where the provider sends its events. Null: it needs no address, or the server did not say it. */
    webhook: z
      .object({
        url: z.string().max(2_000),
        /** The newest of the last 10,000 events of all providers. */
        lastEvent: z.object({ type: text, at: field.time }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'PaymentProvider' })
export type PaymentProviderSettings = z.output<typeof provider>

const paymentConfig = general
  .extend({
    providers: z.array(provider).max(providerIds.length),
    /** Changes with each change of the settings. */
    revision,
  })
  .meta({ id: 'PaymentConfig' })
export type PaymentConfig = z.output<typeof paymentConfig>

/** Names and facts of the providers are not read, so that a whole configuration can be sent back. */
const changedConfig = general.extend({
  providers: z
    .array(z.object({ id: z.enum(providerIds), isActive: z.boolean(), config: providerConfig }))
    .max(providerIds.length),
  /** As read: the change is rejected if the settings have changed since. */
  revision: revision.optional(),
})
export type ChangedPaymentConfig = z.output<typeof changedConfig>

export const readPaymentConfig = operatorEndpoint('GET /admin/payment-config', {
  name: 'readPaymentConfig',
  summary: 'The payment providers and their settings. Secrets are masked.',
  output: paymentConfig,
})

export const updatePaymentConfig = operatorEndpoint('POST /admin/payment-config', {
  name: 'updatePaymentConfig',
  summary: 'Replace the payment settings. A masked secret stays as it is; an empty one is removed.',
  body: changedConfig,
  output: paymentConfig,
  errors: ['VERSION_MISMATCH'],
})

export const testPaymentProvider = operatorEndpoint('POST /admin/payment-config/test/{providerId}', {
  name: 'testPaymentProvider',
  summary:
    'Try the connection to a provider with its stored settings, or with these in their place: nothing is stored.',
  params: z.object({ providerId: z.enum(providerIds) }),
  /** As a change would have them: a masked secret is the stored one. */
  body: z.object({ config: providerConfig.optional(), testMode: z.boolean().optional() }),
  output: z.object({ success: z.boolean(), message: z.string().max(500) }),
})

type Capabilities = PaymentProviderSettings['capabilities']

/** What is known of each payment provider without asking it. */
interface ProviderFacts {
  readonly description: string
  readonly features: readonly string[]
  readonly capabilities: Capabilities
}

const can = (...able: (keyof Capabilities)[]): Capabilities => ({
  merchantOfRecord: able.includes('merchantOfRecord'),
  taxCompliance: able.includes('taxCompliance'),
  globalPayments: able.includes('globalPayments'),
  subscriptions: able.includes('subscriptions'),
})

export const providerFacts: Readonly<Record<ProviderId, ProviderFacts>> = {
  stripe: {
    description: 'Cards and wallets worldwide. You are the seller and owe sales tax.',
    features: ['Cards and wallets', 'Customer portal', 'Optional tax calculation'],
    capabilities: can('globalPayments', 'subscriptions'),
  },
  dodo: {
    description: 'Merchant of record: sells for you and pays taxes worldwide.',
    features: ['Merchant of record', 'Tax compliance', 'Local payment methods'],
    capabilities: can('merchantOfRecord', 'taxCompliance', 'globalPayments', 'subscriptions'),
  },
  lemonsqueezy: {
    description: 'Merchant of record for software: sells for you and pays taxes.',
    features: ['Merchant of record', 'Tax compliance', 'Customer portal'],
    capabilities: can('merchantOfRecord', 'taxCompliance', 'subscriptions'),
  },
  polar: {
    description: 'Subscriptions for developer tools.',
    features: ['Developer first', 'Subscriptions'],
    capabilities: can('subscriptions'),
  },
  sandbox: {
    description: 'Built in, to try payments out. It takes no money and works in test mode only.',
    features: ['No account needed', 'Plays renewals, failed payments and refunds'],
    capabilities: can('subscriptions'),
  },
}

/** What a provider needs before customers can pay with it. */
export const requiredSettings = {
  stripe: ['apiKey', 'webhookSecret'],
  dodo: ['apiKey', 'webhookSecret'],
  lemonsqueezy: ['apiKey', 'webhookSecret', 'storeId'],
  polar: ['apiKey', 'webhookSecret', 'organizationId'],
  sandbox: [],
} as const satisfies Readonly<
  Record<ProviderId, readonly ('apiKey' | 'webhookSecret' | 'storeId' | 'organizationId')[]>
>

const unknownProvider = (id: ProviderId): PaymentProviderSettings => ({
  id,
  name: id,
  displayName: providerNames[id],
  ...providerFacts[id],
  features: [...providerFacts[id].features],
  isActive: false,
  config: { apiKey: '', webhookSecret: '', storeId: '', organizationId: '', environment: 'sandbox' },
  lastError: null,
  webhook: null,
})

/** What a page shows while the settings cannot be read. */
export const builtInPaymentConfig: PaymentConfig = {
  defaultProvider: 'stripe',
  fallbackProvider: 'dodo',
  enableAutoFallback: true,
  testMode: true,
  providers: (['stripe', 'dodo', 'lemonsqueezy', 'polar'] as const).map(unknownProvider),
  revision: '0-0',
}
