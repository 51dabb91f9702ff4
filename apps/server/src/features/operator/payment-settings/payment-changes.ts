/** What a change of the payment settings may be, and how it is described. */

import { type ProviderId, providerIds, providerNames } from '@envhold/contract/billing/payments.ts'
import {
  type ChangedPaymentConfig,
  requiredSettings,
  secretMask,
} from '@envhold/contract/operator/payment-settings.ts'
import { invalidField } from '../../../app-error.ts'
import {
  flagSettings,
  type PaymentSettings,
  type StoredProviderSettings,
  textSettings,
} from '../../../payments/settings/payment-settings.ts'

type SentProvider = ChangedPaymentConfig['providers'][number]
type General = PaymentSettings['general']

interface SettingsChange {
  readonly general: Partial<General>
  readonly providers: ReadonlyMap<ProviderId, Partial<StoredProviderSettings>>
  /** In words, without a secret. */
  readonly descriptions: readonly string[]
}

const onOff = (on: boolean) => (on ? 'on' : 'off')

const words: { readonly [Name in keyof General]: (value: General[Name]) => string } = {
  defaultProvider: (id) => `The default provider was set to ${id}`,
  fallbackProvider: (id) => `The fallback provider was set to ${id}`,
  enableAutoFallback: (on) => `Automatic fallback was switched ${onOff(on)}`,
  testMode: (on) => `Test mode was switched ${onOff(on)}`,
}

const describeGeneral = <Name extends keyof General>(name: Name, general: General): string =>
  (words[name] as (value: General[Name]) => string)(general[name])

/** The settings of one provider, stored or typed, as a test of the connection needs them. */
export function triedSettings(
  { general, providers }: PaymentSettings,
  id: ProviderId,
  {
    config,
    testMode = general.testMode,
  }: { config?: SentProvider['config'] | undefined; testMode?: boolean | undefined },
) {
  const { isActive: _, ...stored } = providers[id]
  const typed = config && changeOf(providers[id], { id, isActive: providers[id].isActive, config }, false)
  return { ...stored, ...typed, testMode }
}

/** What a changed configuration changes in the stored settings. */
export function changesOf(before: PaymentSettings, sent: ChangedPaymentConfig): SettingsChange {
  const { providers: sentProviders, revision: _, ...general } = sent
  const names = (Object.keys(words) as (keyof General)[]).filter(
    (name) => before.general[name] !== general[name],
  )
  const descriptions = names.map((name) => describeGeneral(name, general))
  const providers = new Map<ProviderId, Partial<StoredProviderSettings>>()
  for (const one of sentProviders) {
    // While test mode is off the sandbox shows as inactive, whatever was chosen for it.
    const followsFlag = one.id !== 'sandbox' || (before.general.testMode && general.testMode)
    const change = changeOf(before.providers[one.id], one, followsFlag)
    if (Object.keys(change).length === 0) continue
    providers.set(one.id, change)
    descriptions.push(...describeProvider(one.id, change))
  }
  const changed = Object.fromEntries(names.map((name) => [name, general[name]]))
  return { general: changed, providers, descriptions }
}

function changeOf(
  before: PaymentSettings['providers'][ProviderId],
  { id, isActive, config }: SentProvider,
  followsFlag: boolean,
): Partial<StoredProviderSettings> {
  const { managedPayments = before.managedPayments, automaticTax = before.automaticTax } = config
  const after = {
    isActive: followsFlag ? isActive : before.isActive,
    apiKey: unmaskSecret(config.apiKey, before.apiKey),
    // Nobody types the sandbox's own secret.
    webhookSecret:
      id === 'sandbox' ? before.webhookSecret : unmaskSecret(config.webhookSecret, before.webhookSecret),
    storeId: config.storeId,
    organizationId: config.organizationId,
    managedPayments,
    automaticTax,
  }
  const entries = Object.entries(after).filter(
    ([name, value]) => before[name as keyof typeof after] !== value,
  )
  return Object.fromEntries(entries)
}

function describeProvider(id: ProviderId, change: Partial<StoredProviderSettings>): string[] {
  const { isActive } = change
  return [
    ...textSettings
      .filter((name) => change[name] !== undefined)
      .map((name) => `${name} of ${id} was ${change[name] === '' ? 'removed' : 'set'}`),
    ...flagSettings
      .filter((name) => change[name] !== undefined)
      .map((name) => `${name} of ${id} was switched ${onOff(change[name] ?? false)}`),
    ...(isActive === undefined ? [] : [`${id} was ${isActive ? 'activated' : 'deactivated'}`]),
  ]
}

/** @param after the settings with the change @throws AppError VALIDATION_FAILED */
export function requireUsable(after: PaymentSettings, { general }: SettingsChange): void {
  for (const id of providerIds) {
    const { isActive, ...settings } = after.providers[id]
    const missing = requiredSettings[id].filter((name) => settings[name] === '')
    if (isActive && missing.length > 0)
      throw invalidField(
        'providers',
        `Set ${missing.join(' and ')} of ${providerNames[id]} before you enable it`,
      )
  }
  for (const name of ['defaultProvider', 'fallbackProvider'] as const) {
    const id = general[name]
    if (id !== undefined && !after.providers[id].isActive)
      throw invalidField(name, `${providerNames[id]} is not active`)
  }
}

/** The secret after a change: a mask leaves it as it is. */
const unmaskSecret = (sent: string, stored: string): string => (sent.startsWith(secretMask) ? stored : sent)
