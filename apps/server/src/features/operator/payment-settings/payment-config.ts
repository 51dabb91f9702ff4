/** What operators see of the payment settings. */

import { providerIds, providerNames } from '@envhold/contract/billing/payments.ts'
import {
  type PaymentConfig,
  type PaymentProviderSettings,
  providerFacts,
  secretMask,
} from '@envhold/contract/operator/payment-settings.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { type PaymentSettings, readPaymentSettings } from '../../../payments/settings/payment-settings.ts'
import {
  readAllSettings,
  readLastErrors,
  readSettingsRevision,
} from '../../../payments/settings/payment-settings-store.ts'

type LastErrors = Awaited<ReturnType<typeof readLastErrors>>

/** The settings without their secrets. @throws TamperedRowError */
export async function viewPaymentConfig(ctx: DbContext<'secrets'>): Promise<PaymentConfig> {
  // Read first: a change in between makes the next write fail, and not the other way round.
  const revision = await readSettingsRevision(ctx)
  const settings = readPaymentSettings(await readAllSettings(ctx))
  const errors = await readLastErrors(ctx)
  return {
    ...settings.general,
    providers: providerIds.map((id) => viewProvider(id, settings, errors)),
    revision,
  }
}

function viewProvider(
  id: PaymentProviderSettings['id'],
  { general, providers }: PaymentSettings,
  errors: LastErrors,
): PaymentProviderSettings {
  const { isActive, apiKey, webhookSecret, storeId, organizationId, managedPayments, automaticTax } =
    providers[id]
  const { description, features, capabilities } = providerFacts[id]
  const error = errors.get(id)
  // The sandbox signs with a secret of its own, which nobody has to know.
  const signing = id === 'sandbox' ? '' : webhookSecret
  return {
    id,
    name: id,
    displayName: providerNames[id],
    description,
    features: [...features],
    isActive,
    config: {
      apiKey: maskSecret(apiKey),
      webhookSecret: maskSecret(signing),
      storeId,
      organizationId,
      environment: general.testMode ? 'sandbox' : 'production',
      ...(id === 'stripe' && { managedPayments, automaticTax }),
    },
    capabilities,
    lastError: error ? { text: error.text, at: wireTime(error.at) } : null,
  }
}

/** The last characters of a shorter secret would be too much of it. */
const minLength = 12

/** What operators see of a secret: enough to tell it from another one. Nothing for one that is not set. */
const maskSecret = (secret: string): string => {
  if (secret === '') return ''
  return secret.length >= minLength ? secretMask + secret.slice(-4) : secretMask
}
