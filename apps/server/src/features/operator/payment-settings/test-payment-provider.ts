import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { testPaymentProvider as endpoint } from '@envhold/contract/operator/payment-settings.ts'
import { providerNames } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'

const rule = { kind: 'payment-test', limit: 60, windowMs: 3_600_000 }

/** Tries a provider with its stored settings. @throws AppError RATE_LIMITED */
export async function testPaymentProvider(
  ctx: Context,
  { caller, params: { providerId } }: Pick<Call<typeof endpoint>, 'caller' | 'params'>,
): Promise<OutputOf<typeof endpoint>> {
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
}
