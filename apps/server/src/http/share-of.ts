import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { limits } from '@envhold/contract/limits.ts'
import type { BodyMemory, Share } from './body-memory.ts'
import type { Caller } from './caller.ts'
import { ipRateKey } from './ip-rate-key.ts'

/** The parts of the body memory that a caller may use, so that no caller can fill all of it. */
const parts = { user: 1 / 4, ip: 1 / 16, anonymous: 1 / 2, webhook: 1 / 4 }

const rawBytes = (rawBody: NonNullable<Endpoint['rawBody']>) =>
  rawBody === true ? limits.webhookBodyBytes : rawBody.maxBytes

/** The largest body that a caller may send: large with a valid credential, enough for a form without one. */
export function shareOf(
  memory: BodyMemory,
  { audience, rawBody }: Pick<Endpoint, 'audience' | 'rawBody'>,
  caller: Caller,
  ip: string,
): { readonly share: Share; readonly maxBytes: number } {
  if ('userId' in caller) {
    const share = memory.share([{ name: `user ${caller.userId}`, part: parts.user }])
    return { share, maxBytes: rawBody ? rawBytes(rawBody) : limits.bodyBytes }
  }
  const share = memory.share([
    { name: `ip ${ipRateKey(ip)}`, part: parts.ip },
    // Anonymous callers who fill their part must not lock a provider out.
    audience === 'webhook'
      ? { name: 'webhook', part: parts.webhook }
      : { name: 'anonymous', part: parts.anonymous },
  ])
  return { share, maxBytes: rawBody ? rawBytes(rawBody) : limits.anonymousBodyBytes }
}
