/** What is known of each payment provider without asking it. */
import type { ProviderId } from '../billing/payments.ts'

interface ProviderFacts {
  readonly description: string
  readonly features: readonly string[]
  readonly capabilities: {
    readonly merchantOfRecord: boolean
    readonly taxCompliance: boolean
    readonly globalPayments: boolean
    readonly subscriptions: boolean
  }
}

export const providerFacts: Readonly<Record<ProviderId, ProviderFacts>> = {
  stripe: {
    description: 'Cards and wallets worldwide. You are the seller and owe sales tax.',
    features: ['Cards and wallets', 'Customer portal', 'Optional tax calculation'],
    capabilities: {
      merchantOfRecord: false,
      taxCompliance: false,
      globalPayments: true,
      subscriptions: true,
    },
  },
  dodo: {
    description: 'Merchant of record: sells for you and pays taxes worldwide.',
    features: ['Merchant of record', 'Tax compliance', 'Local payment methods'],
    capabilities: { merchantOfRecord: true, taxCompliance: true, globalPayments: true, subscriptions: true },
  },
  lemonsqueezy: {
    description: 'Merchant of record for software: sells for you and pays taxes.',
    features: ['Merchant of record', 'Tax compliance', 'Customer portal'],
    capabilities: { merchantOfRecord: true, taxCompliance: true, globalPayments: false, subscriptions: true },
  },
  polar: {
    description: 'Subscriptions for developer tools.',
    features: ['Developer first', 'Subscriptions'],
    capabilities: {
      merchantOfRecord: false,
      taxCompliance: false,
      globalPayments: false,
      subscriptions: true,
    },
  },
  sandbox: {
    description: 'Built in, to try payments out. It takes no money and works in test mode only.',
    features: ['No account needed', 'Plays renewals, failed payments and refunds'],
    capabilities: {
      merchantOfRecord: false,
      taxCompliance: false,
      globalPayments: false,
      subscriptions: true,
    },
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
