import type {
  updatePaymentConfig as endpoint,
  PaymentConfig,
} from '@envhold/contract/operator/payment-settings.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { readPaymentSettings } from '../../../payments/settings/payment-settings.ts'
import {
  lockSettings,
  readAllSettings,
  readSettingsRevision,
} from '../../../payments/settings/payment-settings-store.ts'
import {
  updateGeneralSettings,
  updateProviderSettings,
} from '../../../payments/settings/update-payment-settings.ts'
import { transact } from '../../audit-log/tx.ts'
import { changesOf, requireUsable } from './change-payment-settings.ts'
import { readPaymentConfig } from './read-payment-config.ts'

/** Writes what differs from the stored settings. @throws AppError VALIDATION_FAILED, VERSION_MISMATCH */
export async function updatePaymentConfig(
  ctx: Context,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<PaymentConfig> {
  return await transact(ctx, { userId, origin }, async (tx) => {
    await lockSettings(tx)
    if (body.revision !== undefined && body.revision !== (await readSettingsRevision(tx)))
      throw new AppError('VERSION_MISMATCH')
    const change = changesOf(readPaymentSettings(await readAllSettings(tx)), body)
    if (Object.keys(change.general).length > 0) await updateGeneralSettings(tx, change.general)
    for (const [id, settings] of change.providers) await updateProviderSettings(tx, id, settings)
    requireUsable(readPaymentSettings(await readAllSettings(tx)), change)
    for (const description of change.descriptions)
      tx.record({ type: 'payment_settings_changed', severity: 'high', description })
    return await readPaymentConfig(tx)
  })
}
