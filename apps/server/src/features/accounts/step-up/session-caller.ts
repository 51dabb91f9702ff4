import type { SessionCaller } from '../../../http/caller.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Origin } from '../../../http/route.ts'
import type { Argon2Caller } from '../../users/argon2-limiter.ts'

/** A signed-in user does not share the lane of strangers who try the same name. */
export const sessionCaller = ({ userId }: SessionCaller, { ip, signal }: Origin): Argon2Caller => ({
  lane: 'known-device',
  account: `user ${userId}`,
  ipKey: ipRateKey(ip),
  signal,
})
