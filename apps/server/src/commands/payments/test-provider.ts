import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import { readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { loadProvider } from '../../payments/load-provider.ts'
import { createOutboundFetch } from '../../payments/outbound-origins.ts'
import { PaymentError } from '../../payments/payment-error.ts'
import { createSandbox } from '../../payments/sandbox/sandbox.ts'
import { readPaymentSettings } from '../../payments/settings/payment-settings.ts'
import { readAllSettings } from '../../payments/settings/payment-settings-store.ts'
import type { OpenedData } from '../../verify/open-for-verifying.ts'

/** Tries a provider's connection with the settings as they are stored. Writes nothing. */
export async function testProvider(
  opened: OpenedData,
  id: ProviderId,
): Promise<{ readonly success: boolean; readonly message: string }> {
  const config = readConfig(environment())
  const { general, providers } = readPaymentSettings(await readAllSettings(opened))
  const { isActive: _, ...settings } = providers[id]
  if (id !== 'sandbox' && settings.apiKey === '')
    return { success: false, message: `${id} has no apiKey. Set it with: set ${id} apiKey` }
  const clock = Date.now
  const fetch = createOutboundFetch(config)
  const baseUrl = config.paymentProviderUrls[id]
  try {
    const provider = await loadProvider(
      id,
      { ...settings, testMode: general.testMode, ...(baseUrl && { baseUrl }) },
      { fetch, clock, createSandbox: createSandbox({ ...opened, clock, config }) },
    )
    return await provider.testConnection()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    return { success: false, message: error.message }
  }
}
