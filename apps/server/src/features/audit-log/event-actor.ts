import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'

/** Who did something, and from where: the first fields of every event that a caller causes. */
export const actorOf = (caller: UserCaller, origin: Origin) => ({
  userId: caller.userId,
  tokenId: caller.kind === 'personal-token' ? caller.token.id : null,
  origin,
})
