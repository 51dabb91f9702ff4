import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'

/** Who did something, and from where: the start of every event of a caller. */
export const actedBy = (caller: UserCaller, origin: Origin) => ({
  userId: caller.userId,
  tokenId: caller.kind === 'personal-token' ? caller.token.id : null,
  origin,
})
