import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { PaymentProvider } from '../provider.ts'
import { unansweredText } from '../translation/unanswered-text.ts'
import { orPaymentError, type WithinDodo } from './dodo-client.ts'

const productsAnswer = z.object({ items: z.array(z.unknown()) })

/** A key does not say its mode, but each mode has its host, which rejects the keys of the other. */
export async function testDodoConnection(
  testMode: boolean,
  within: WithinDodo,
): ReturnType<PaymentProvider['testConnection']> {
  const mode = testMode ? 'test' : 'live'
  try {
    await within(async (client) => {
      productsAnswer.parse(await orPaymentError(client.get('/products', { query: { page_size: 1 } })))
    })
    return { success: true, message: `Connected to Dodo Payments in ${mode} mode.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure !== 'unavailable'
    return {
      success: false,
      message: isRejected
        ? `Dodo Payments does not accept the API key in ${mode} mode. A key of the other mode does not work here.`
        : unansweredText('Dodo Payments', error),
    }
  }
}
