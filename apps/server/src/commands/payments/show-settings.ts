import { providerIds } from '@envhold/contract/billing/payments.ts'
import { listPrices } from '../../features/plans/plan-price-store.ts'
import { flagSettings, readPaymentSettings, textSettings } from '../../payments/settings/payment-settings.ts'
import { readAllSettings, readLastErrors } from '../../payments/settings/payment-settings-store.ts'
import type { OpenedData } from '../../verify/open-for-verifying.ts'

const secrets: readonly string[] = ['apiKey', 'webhookSecret']

/** The end of a secret, to tell it from another one; nothing of a short one. */
export const masked = (value: string): string => (value.length >= 12 ? `…${value.slice(-4)}` : '…')

const onOff = (on: boolean) => (on ? 'on' : 'off')

/** All settings in lines. Secrets are masked. */
export async function showSettings({ db, secrets: keys }: OpenedData): Promise<string[]> {
  const { general, providers } = readPaymentSettings(await readAllSettings({ db, secrets: keys }))
  const errors = await readLastErrors({ db })
  const prices = await listPrices({ db, secrets: keys })
  const lines = [
    `test-mode: ${onOff(general.testMode)}`,
    `default: ${general.defaultProvider}`,
    `fallback: ${general.enableAutoFallback ? general.fallbackProvider : 'off'}`,
  ]
  for (const id of providerIds) {
    const settings = providers[id]
    lines.push('', `${id}: ${settings.isActive ? 'active' : 'inactive'}`)
    if (id === 'sandbox') continue
    for (const name of textSettings)
      if (settings[name] !== '')
        lines.push(`  ${name}: ${secrets.includes(name) ? masked(settings[name]) : settings[name]}`)
    for (const name of flagSettings) if (settings[name]) lines.push(`  ${name}: on`)
    for (const { provider, plan, billing_interval, price_ref } of prices)
      if (provider === id) lines.push(`  price of ${plan}, ${billing_interval}: ${price_ref}`)
    const error = errors.get(id)
    if (error) lines.push(`  last failure: ${error.text}, ${new Date(error.at).toISOString()}`)
  }
  return lines
}
