import type DodoPayments from 'dodopayments'
import { apiOrigin } from '../outbound-origins.ts'
import { PaymentError } from '../payment-error.ts'
import { type ProviderDeps, type ProviderSettings, providerTimeoutMs } from '../provider.ts'
import { callsWith } from '../translation.ts'

/**
 * The SDK waits as long as `Retry-After` says, which may be hours. With this header it does not retry, so that the
 * caller decides.
 */
function withoutLongWait(response: Response): Response {
  if (!response.headers.has('retry-after') && !response.headers.has('retry-after-ms')) return response
  const headers = new Headers(response.headers)
  headers.set('x-should-retry', 'false')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/**
 * A client for the requests of one act, which end with the signal. Every option is given: the SDK takes the others
 * from environment variables. It also adds headers from one, and headers about this machine, so the headers are ours.
 */
export async function openDodoClient(settings: ProviderSettings, deps: ProviderDeps, signal: AbortSignal) {
  const baseURL = apiOrigin('dodo', settings)
  const { default: DodoClient } = await import('dodopayments')
  const send: ProviderDeps['fetch'] = async (url, init) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${settings.apiKey}`,
      ...(init?.body && { 'content-type': 'application/json' }),
    }
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    return withoutLongWait(await deps.fetch(url, { ...init, headers, redirect: 'error', signal: signals }))
  }
  return new DodoClient({
    bearerToken: settings.apiKey,
    webhookKey: null,
    baseURL,
    fetch: send,
    timeout: providerTimeoutMs,
    maxRetries: 2,
    logLevel: 'off',
  })
}

/** What is read of the SDK's errors. They also carry the headers and the whole answer. */
interface ErrorFields {
  readonly status?: unknown
  /** The answer, where it is JSON. */
  readonly error?: unknown
}

export const { orActError, orPaymentError, unlessMissing } = callsWith({
  toPaymentError: (error) => {
    const { status } = Object(error) as ErrorFields
    return typeof status === 'number'
      ? PaymentError.of('dodo', status)
      : PaymentError.withoutAnswer('dodo', error)
  },
  // A 404 that is not JSON is not dodo's.
  isMissing: (error) => {
    const { status, error: answer } = Object(error) as ErrorFields
    if (status !== 404) return false
    if (typeof answer !== 'object' || answer === null) throw new PaymentError('unavailable', 'dodo', 404)
    return true
  },
})

export type DodoClient = DodoPayments

/** Does one act with a client of its own. */
export type WithinDodo = <Result>(act: (client: DodoClient) => Promise<Result>) => Promise<Result>
