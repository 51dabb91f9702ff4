import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { Checkout, CheckoutRequest, ProviderSettings } from '../provider.ts'
import { isoTime, pageUrl, shortText } from '../translation/answer-schema.ts'
import type { SendRequest } from './lemonsqueezy-request.ts'
import { isLemonsqueezyId } from './lemonsqueezy-subscription.ts'

/** Without an expiry, a link to a checkout would work for ever. */
const checkoutExpiryMs = 24 * 3_600_000
const checkoutAnswer = z.object({
  data: z.object({
    id: shortText,
    attributes: z.object({ url: pageUrl, expires_at: isoTime.nullable(), test_mode: z.boolean() }),
  }),
})

/** All names are in snake_case, and all our values are strings: lemonsqueezy changes others on the way. */
function checkoutResource(request: CheckoutRequest, settings: ProviderSettings, now: number): object {
  const { storeId = '', testMode } = settings
  const { priceRef } = request
  if (!isLemonsqueezyId(storeId) || !isLemonsqueezyId(priceRef))
    throw new PaymentError('misconfigured', 'lemonsqueezy')
  return {
    type: 'checkouts',
    attributes: {
      checkout_data: {
        email: request.email,
        name: request.name,
        custom: { checkout_id: request.checkoutId },
      },
      product_options: { redirect_url: request.successUrl, enabled_variants: [Number(priceRef)] },
      expires_at: new Date(now + checkoutExpiryMs).toISOString(),
      test_mode: testMode,
    },
    relationships: {
      store: { data: { type: 'stores', id: storeId } },
      variant: { data: { type: 'variants', id: priceRef } },
    },
  }
}

/** lemonsqueezy says the mode of a key only in its answers. */
export async function createLemonsqueezyCheckout(
  send: SendRequest,
  settings: ProviderSettings,
  request: CheckoutRequest,
  now: number,
): Promise<Checkout> {
  const answer = await send('POST', 'checkouts', checkoutResource(request, settings, now))
  const { id, attributes } = checkoutAnswer.parse(answer).data
  if (attributes.test_mode !== settings.testMode) throw new PaymentError('misconfigured', 'lemonsqueezy')
  return { sessionId: id, url: attributes.url, expiresAt: attributes.expires_at }
}
