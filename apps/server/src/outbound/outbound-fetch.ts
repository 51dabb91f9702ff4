import type { Config } from '../config/config.ts'
import { outboundOrigins } from '../payments/outbound-origins.ts'
import { createFetch, type Fetch } from './create-fetch.ts'

/** The `fetch` of the whole server: payment providers are the only servers that it calls. */
export const createOutboundFetch = ({ paymentProviderUrls }: Pick<Config, 'paymentProviderUrls'>): Fetch =>
  createFetch({ origins: outboundOrigins(Object.values(paymentProviderUrls)) })
