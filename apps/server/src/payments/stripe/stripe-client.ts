import type Stripe from 'stripe'
import { apiOrigin } from '../outbound-origins.ts'
import { PaymentError } from '../payment-error.ts'
import { type ProviderDeps, type ProviderSettings, providerTimeoutMs } from '../provider.ts'
import { callsWith } from '../translation.ts'

/**
 * A client for the requests of one act: `deps.fetch` sends them, and all of them, with the SDK's retries, end with the
 * signal. The SDK repeats a POST with the same `Idempotency-Key`.
 */
export async function openStripeClient(settings: ProviderSettings, deps: ProviderDeps, signal: AbortSignal) {
  const { hostname, port, protocol } = new URL(apiOrigin('stripe', settings))
  const { default: StripeClient } = await import('stripe')
  const send: ProviderDeps['fetch'] = (url, init) =>
    deps.fetch(url, {
      ...init,
      redirect: 'error',
      signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal,
    })
  return new StripeClient(settings.apiKey, {
    host: hostname,
    port,
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: StripeClient.createFetchHttpClient(send),
    maxNetworkRetries: 2,
    timeout: providerTimeoutMs,
    telemetry: false,
  })
}

/** What is read of the SDK's errors. They also carry the request, its headers and the answer. */
interface ErrorFields {
  readonly statusCode?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

/** A 404 for an object that exists in the other mode is a matter of the key. */
const isOtherMode = ({ message }: ErrorFields): boolean =>
  typeof message === 'string' && message.includes('a similar object exists in')

export const { orActError, orPaymentError, unlessMissing } = callsWith({
  toPaymentError: (error) => {
    const { statusCode } = Object(error) as ErrorFields
    // The SDK also throws for a 200 whose body has the field `error`, which is none of stripe's answers.
    return typeof statusCode === 'number' && statusCode >= 400
      ? PaymentError.of('stripe', statusCode)
      : PaymentError.withoutAnswer('stripe', error)
  },
  isMissing: (error) => {
    const fields = Object(error) as ErrorFields
    return fields.code === 'resource_missing' && fields.statusCode === 404 && !isOtherMode(fields)
  },
})

export type StripeClient = Stripe

/** Does one act with a client of its own. */
export type WithinStripe = <Result>(act: (client: StripeClient) => Promise<Result>) => Promise<Result>
