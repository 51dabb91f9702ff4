import { type AuthMethod, stepUpMinutes } from '@envhold/contract/accounts/step-up.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import type { SessionWorld } from '../../sessions/sessions.ts'
import { renewSession } from '../../sessions/start-session.ts'

interface Confirmed {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly method: AuthMethod
}

/**
 * Continues a session under a new token after its user proved who they are. An attacker with the old token is left
 * with one that has ended.
 * @param check what has to hold still, under the lock of the account
 * @returns the new token, and until when the proof counts
 */
export async function confirmSession(
  ctx: SessionWorld,
  { caller: { userId, session }, origin, method }: Confirmed,
  check: (tx: Tx) => Promise<void>,
) {
  const verifiedAt = ctx.clock()
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    await check(tx)
    return await renewSession(tx, session.id, { verifiedAt, method })
  })
  ctx.unlocked.dropSession(session.id)
  return { token, confirmed_until: wireTime(verifiedAt + stepUpMinutes * 60_000) }
}
