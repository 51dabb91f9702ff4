import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { Config } from '../config/config.ts'
import { loopback } from '../config/loopback.ts'
import { createFetch, type Fetch } from '../outbound/create-fetch.ts'
import { PaymentError } from './payment-error.ts'
import type { ProviderSettings } from './provider.ts'

/** The address of each provider's API, for live and for test mode. Where both are equal, the key decides. */
const apiOrigins = {
  stripe: { live: 'https://api.stripe.com', test: 'https://api.stripe.com' },
  dodo: { live: 'https://live.dodopayments.com', test: 'https://test.dodopayments.com' },
  lemonsqueezy: { live: 'https://api.lemonsqueezy.com', test: 'https://api.lemonsqueezy.com' },
  polar: { live: 'https://api.polar.sh', test: 'https://sandbox-api.polar.sh' },
} as const satisfies Record<Exclude<ProviderId, 'sandbox'>, Readonly<Record<'live' | 'test', string>>>

export type RemoteProviderId = keyof typeof apiOrigins

/** Whether this is the origin of a server on this machine, such as `http://127.0.0.1:4000`. */
function isLoopbackOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined && url.origin === text && /^https?:$/.test(url.protocol) && loopback.test(url.hostname)
  )
}

/**
 * The origins that `Context.fetch` may call for payments: those of every provider, because settings change at run time,
 * and the local servers that replace them in tests and development.
 * @throws Error for a replacement that is not on this machine
 */
export function outboundOrigins(replacements: readonly string[] = []): string[] {
  for (const origin of replacements)
    if (!isLoopbackOrigin(origin)) throw new Error(`${origin} is not the origin of a server on this machine`)
  const all = Object.values(apiOrigins).flatMap(({ live, test }) => [live, test])
  return [...new Set([...all, ...replacements])]
}

/**
 * The origin of a provider's API in the chosen mode, without a slash at the end.
 * @throws PaymentError misconfigured, for a `baseUrl` that is not on this machine: a key is never sent elsewhere
 */
export function apiOrigin(
  provider: RemoteProviderId,
  settings: Pick<ProviderSettings, 'baseUrl' | 'testMode'>,
): string {
  const { baseUrl, testMode } = settings
  if (baseUrl === undefined) return apiOrigins[provider][testMode ? 'test' : 'live']
  if (!isLoopbackOrigin(baseUrl)) throw new PaymentError('misconfigured', provider)
  return baseUrl
}

/** The `fetch` of the whole server: payment providers are the only servers that it calls. */
export const createOutboundFetch = ({ paymentProviderUrls }: Pick<Config, 'paymentProviderUrls'>): Fetch =>
  createFetch({ origins: outboundOrigins(Object.values(paymentProviderUrls)) })
