/** Payment providers, as operators set them up. */

import { providerNames } from '@envhold/contract/billing/payments.ts'
import * as contract from '@envhold/contract/operator/payment-settings.ts'
import { AppError } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import {
  readPaymentSettings,
  updateGeneralSettings,
  updateProviderSettings,
} from '../../../payments/settings/payment-settings.ts'
import {
  lockSettings,
  readAllSettings,
  readSettingsRevision,
} from '../../../payments/settings/payment-settings-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { changesOf, requireUsable } from './payment-changes.ts'
import { viewPaymentConfig } from './payment-config.ts'

export const readPaymentConfig = verb(contract.readPaymentConfig, (ctx) => viewPaymentConfig(ctx))

/** Writes what differs from the stored settings. @throws AppError VALIDATION_FAILED, VERSION_MISMATCH */
export const updatePaymentConfig = verb(
  contract.updatePaymentConfig,
  (ctx, { caller: { userId }, body, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      await lockSettings(tx)
      if (body.revision !== undefined && body.revision !== (await readSettingsRevision(tx)))
        throw new AppError('VERSION_MISMATCH')
      const change = changesOf(readPaymentSettings(await readAllSettings(tx)), body)
      if (Object.keys(change.general).length > 0) await updateGeneralSettings(tx, change.general)
      for (const [id, settings] of change.providers) await updateProviderSettings(tx, id, settings)
      requireUsable(readPaymentSettings(await readAllSettings(tx)), change)
      for (const description of change.descriptions)
        tx.record({ type: 'payment_settings_changed', severity: 'high', description })
      return await viewPaymentConfig(tx)
    }),
)

const rule = { kind: 'payment-test', limit: 60, windowMs: 3_600_000 }

/** Tries a provider with its stored settings. @throws AppError RATE_LIMITED */
export const testPaymentProvider = verb(
  contract.testPaymentProvider,
  async (ctx, { caller, params: { providerId } }) => {
    await requireRateLimit(ctx, rule, String(caller.userId))
    const provider = await ctx.payments.find(providerId)
    if (!provider) return { success: false, message: `${providerNames[providerId]} has no API key.` }
    try {
      return await provider.testConnection()
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      await ctx.payments.noteFailure(error)
      return { success: false, message: error.message }
    }
  },
)
