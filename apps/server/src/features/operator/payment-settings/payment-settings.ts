/** Payment providers, as operators set them up. */
import { providerIds, providerNames } from '@envhold/contract/billing/payments.ts'
import * as contract from '@envhold/contract/operator/payment-settings.ts'
import {
  type PaymentConfig,
  type PaymentProviderSettings,
  providerFacts,
  secretMask,
} from '@envhold/contract/operator/payment-settings.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import {
  type PaymentSettings,
  readPaymentSettings,
  updateGeneralSettings,
  updateProviderSettings,
} from '../../../payments/settings/payment-settings.ts'
import {
  lockSettings,
  readAllSettings,
  readLastErrors,
  readSettingsRevision,
} from '../../../payments/settings/payment-settings-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { readLastEvents } from '../../billing/webhooks/webhook-event-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { changesOf, requireUsable, triedSettings } from './payment-changes.ts'

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
        tx.record({ type: 'payment_settings_changed', description })
      return await viewPaymentConfig(tx)
    }),
)

const rule = { kind: 'payment-test', limit: 60, windowMs: 3_600_000 }

/** Tries a provider with its stored settings. @throws AppError RATE_LIMITED */
export const testPaymentProvider = verb(
  contract.testPaymentProvider,
  async (ctx, { caller, params: { providerId }, body }) => {
    await requireRateLimit(ctx, rule, String(caller.userId))
    const isStored = body.config === undefined && body.testMode === undefined
    const provider = isStored
      ? await ctx.payments.find(providerId)
      : await ctx.payments.tryWith(
          providerId,
          triedSettings(readPaymentSettings(await readAllSettings(ctx)), providerId, body),
        )
    if (!provider) return { success: false, message: `${providerNames[providerId]} has no API key.` }
    try {
      return await provider.testConnection()
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      // What is not stored has no last failure.
      if (isStored) await ctx.payments.noteFailure(error)
      return { success: false, message: error.message }
    }
  },
)

type LastErrors = Awaited<ReturnType<typeof readLastErrors>>

/** The settings without their secrets. @throws TamperedRowError */
async function viewPaymentConfig(ctx: DbContext<'secrets' | 'config'>): Promise<PaymentConfig> {
  // Read first: a change in between makes the next write fail, and not the other way round.
  const revision = await readSettingsRevision(ctx)
  const settings = readPaymentSettings(await readAllSettings(ctx))
  const errors = await readLastErrors(ctx)
  const events = await readLastEvents(ctx)
  const webhookOf = (id: PaymentProviderSettings['id']) => {
    if (id === 'sandbox') return null
    const event = events.get(id)
    return {
      url: `${ctx.config.publicUrl}/api/webhooks/${id}`,
      lastEvent: event ? { type: event.type, at: wireTime(event.at) } : null,
    }
  }
  return {
    ...settings.general,
    providers: providerIds.map((id) => ({
      ...viewProvider(id, settings, errors),
      webhook: webhookOf(id),
    })),
    revision,
  }
}

function viewProvider(
  id: PaymentProviderSettings['id'],
  { general, providers }: PaymentSettings,
  errors: LastErrors,
): Omit<PaymentProviderSettings, 'webhook'> {
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
