import type { endOtherSessions as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import type { SessionDeps } from './session-deps.ts'
import { deleteSessionsOf } from './session-store.ts'

/** Ends every session of the user except the caller's. */
export async function endOtherSessions(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller: { userId, username, session }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await transact(ctx, { userId, origin }, async (tx) => {
    const ended = await deleteSessionsOf(tx.db, userId, session.id)
    if (ended === 0) return
    tx.revoked({ kind: 'sessions', userId })
    const description = `${username} signed out every other session`
    tx.record({ type: 'session_ended', severity: 'medium', description })
  })
  unlocked.dropUser(userId, session.id)
  return { message: 'Every other session is signed out' }
}
