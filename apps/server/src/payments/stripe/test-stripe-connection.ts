import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { PaymentProvider, ProviderSettings } from '../provider.ts'
import { unansweredText } from '../translation/unanswered-text.ts'
import { orPaymentError, type WithinStripe } from './stripe-client.ts'
import { isKeyOfOtherMode } from './stripe-mode.ts'

const balanceAnswer = z.object({ livemode: z.boolean() })

export async function testStripeConnection(
  settings: ProviderSettings,
  within: WithinStripe,
): ReturnType<PaymentProvider['testConnection']> {
  const { testMode } = settings
  const otherMode = {
    success: false,
    message: testMode
      ? 'This is a live key, but test mode is on. Use a test key, or turn test mode off.'
      : 'This is a test key, but test mode is off. Use a live key, or turn test mode on.',
  }
  if (isKeyOfOtherMode(settings)) return otherMode
  try {
    const { livemode } = await within(async (client) =>
      balanceAnswer.parse(await orPaymentError(client.balance.retrieve())),
    )
    if (livemode === testMode) return otherMode
    return { success: true, message: `Connected to Stripe in ${testMode ? 'test' : 'live'} mode.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure !== 'unavailable'
    return {
      success: false,
      message: isRejected
        ? 'Stripe does not accept the API key, or the key may not read the balance.'
        : unansweredText('Stripe', error),
    }
  }
}
