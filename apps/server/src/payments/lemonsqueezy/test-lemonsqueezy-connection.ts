import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { PaymentProvider, ProviderSettings } from '../provider.ts'
import { shortText } from '../translation/answer-schema.ts'
import { unansweredText } from '../translation/unanswered-text.ts'
import type { SendRequest } from './lemonsqueezy-request.ts'
import { isLemonsqueezyId } from './lemonsqueezy-subscription.ts'

const userAnswer = z.object({ meta: z.object({ test_mode: z.boolean() }) })
const storeAnswer = z.object({ data: z.object({ attributes: z.object({ name: shortText }) }) })

/** The key says which mode it is for, and which stores it sees. */
export async function testLemonsqueezyConnection(
  { storeId = '', testMode }: ProviderSettings,
  within: <Result>(act: (send: SendRequest) => Promise<Result>) => Promise<Result>,
): ReturnType<PaymentProvider['testConnection']> {
  const failed = (message: string) => ({ success: false, message })
  if (!isLemonsqueezyId(storeId))
    return failed('The store ID is a number. Lemon Squeezy shows it under Settings, Stores.')
  const mode = testMode ? 'test' : 'live'
  try {
    return await within(async (send) => {
      const user = userAnswer.parse(await send('GET', 'users/me'))
      if (user.meta.test_mode !== testMode)
        return failed(`This is not a key for ${mode} mode. Use a key of that mode, or change the mode.`)
      const { data } = storeAnswer.parse(await send('GET', `stores/${storeId}`))
      return { success: true, message: `Connected to ${data.attributes.name} in ${mode} mode.` }
    })
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'misconfigured')
      return failed(unansweredText('Lemon Squeezy', error))
    return failed(
      error.status === 404
        ? 'The API key does not belong to this store. Check the store ID.'
        : 'Lemon Squeezy does not accept the API key.',
    )
  }
}
