import { limits } from '@envhold/contract/limits.ts'
import type { BodyMemory, Share } from './body-memory.ts'
import type { Caller } from './caller.ts'
import { ipRateKey } from './ip-rate-key.ts'

/** The parts of the body memory that a caller may hold: nobody alone can leave nothing for the others. */
const parts = { user: 1 / 4, ip: 1 / 16, anonymous: 1 / 2 }

/** What a caller may send: with a valid credential a whole body, without one as much as a form holds. */
export function shareOf(
  memory: BodyMemory,
  caller: Caller,
  ip: string,
): { readonly share: Share; readonly maxBytes: number } {
  if ('userId' in caller) {
    const share = memory.share([{ name: `user ${caller.userId}`, part: parts.user }])
    return { share, maxBytes: limits.bodyBytes }
  }
  const share = memory.share([
    { name: `ip ${ipRateKey(ip)}`, part: parts.ip },
    { name: 'anonymous', part: parts.anonymous },
  ])
  return { share, maxBytes: limits.anonymousBodyBytes }
}
