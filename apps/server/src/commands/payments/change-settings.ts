import { UsageError } from '@envhold/command/user-error.ts'
import type { BillingInterval, ProviderId } from '@envhold/contract/billing/payments.ts'
import { requiredSettings } from '@envhold/contract/operator/payment-settings.ts'
import { ZodError } from 'zod'
import type { Tx } from '../../features/audit-log/tx.ts'
import { setPrice } from '../../features/plans/plan-price-store.ts'
import { findPlan } from '../../features/plans/plan-store.ts'
import {
  type flagSettings,
  type PaymentSettings,
  readPaymentSettings,
  type textSettings,
  updateGeneralSettings,
  updateProviderSettings,
} from '../../payments/settings/payment-settings.ts'
import { readAllSettings } from '../../payments/settings/payment-settings-store.ts'

/** A change of the settings of payments. */
export type Change =
  | { readonly name: 'activate' | 'deactivate' | 'default'; readonly provider: ProviderId }
  | { readonly name: 'fallback'; readonly provider: ProviderId | 'off' }
  | { readonly name: 'test-mode'; readonly on: boolean }
  | {
      readonly name: 'set-text'
      readonly provider: ProviderId
      readonly setting: (typeof textSettings)[number]
      readonly value: string
    }
  | {
      readonly name: 'set-flag'
      readonly provider: ProviderId
      readonly setting: (typeof flagSettings)[number]
      readonly on: boolean
    }
  | {
      readonly name: 'price'
      readonly plan: string
      readonly interval: BillingInterval
      readonly provider: ProviderId
      readonly priceRef: string
    }

/** What a command changes, in words for the activity log. They hold no secret. */
const described = (command: Change): string => {
  switch (command.name) {
    case 'set-text':
      return `${command.setting} of ${command.provider} was ${command.value === '' ? 'removed' : 'set'}`
    case 'set-flag':
      return `${command.setting} of ${command.provider} was switched ${command.on ? 'on' : 'off'}`
    case 'test-mode':
      return `Test mode was switched ${command.on ? 'on' : 'off'}`
    case 'price':
      return `The ${command.interval} price of ${command.plan} at ${command.provider} was set`
    case 'activate':
    case 'deactivate':
      return `${command.provider} was ${command.name}d`
    case 'default':
    case 'fallback':
      return `The ${command.name} provider was set to ${command.provider}`
  }
}

function requireComplete({ providers }: PaymentSettings, id: ProviderId): void {
  const missing = requiredSettings[id].filter((name) => providers[id][name] === '')
  if (missing.length > 0) throw new UsageError(`Set ${missing.join(' and ')} of ${id} first.`)
}

async function requirePlan(tx: Tx, name: string, provider: ProviderId): Promise<void> {
  if (provider === 'sandbox') throw new UsageError('The sandbox already has a price for every plan.')
  if (!(await findPlan(tx, name))) throw new UsageError('There is no such plan.')
}

/**
 * Makes a command's change, and records it.
 * @returns what was changed, in words
 * @throws UsageError, TamperedRowError
 */
export async function changeSettings(tx: Tx, command: Change): Promise<string> {
  switch (command.name) {
    case 'set-text':
      await setText(tx, command)
      break
    case 'set-flag':
      await updateProviderSettings(tx, command.provider, { [command.setting]: command.on })
      break
    case 'activate':
      requireComplete(readPaymentSettings(await readAllSettings(tx)), command.provider)
      await updateProviderSettings(tx, command.provider, { isActive: true })
      break
    case 'deactivate':
      await updateProviderSettings(tx, command.provider, { isActive: false })
      break
    case 'default':
      await updateGeneralSettings(tx, { defaultProvider: command.provider })
      break
    case 'fallback':
      await updateGeneralSettings(
        tx,
        command.provider === 'off'
          ? { enableAutoFallback: false }
          : { fallbackProvider: command.provider, enableAutoFallback: true },
      )
      break
    case 'test-mode':
      await updateGeneralSettings(tx, { testMode: command.on })
      break
    case 'price':
      await requirePlan(tx, command.plan, command.provider)
      await setPrice(tx, command, command.priceRef)
      break
  }
  const description = described(command)
  tx.record({ type: 'payment_settings_changed', description })
  return description
}

async function setText(
  tx: Tx,
  { provider, setting, value }: Extract<Change, { name: 'set-text' }>,
): Promise<void> {
  try {
    await updateProviderSettings(tx, provider, { [setting]: value })
  } catch (error) {
    if (error instanceof ZodError)
      throw new UsageError(`The value must be at most 500 printable characters without a space.`)
    throw error
  }
}
