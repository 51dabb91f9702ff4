import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { matchesAuthHash, type Token } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import { findUser } from '../users/user-store.ts'
import { checkSession, findSession, touchSession } from './session-store.ts'
import { sessionMaxMs, sessionTtlMs, touchIntervalMs } from './start-session.ts'

/** A session that starts further in the future was started under a wrong clock. */
const clockToleranceMs = 3_600_000

/**
 * Authenticates a session token. An unknown id costs the same work as a wrong secret.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_SUSPENDED, ACCOUNT_PENDING; TamperedRowError
 */
export async function authenticateSession(
  ctx: DbContext<'clock' | 'secrets'>,
  endpoint: Pick<Endpoint, 'whileSuspended' | 'whilePending'>,
  token: Token<'ses'>,
): Promise<SessionCaller> {
  const session = await findSession(ctx.db, token.id)
  const isCorrect = matchesAuthHash(token, session?.auth_hash)
  const now = ctx.clock()
  if (!session || !isCorrect || session.expires_at <= now) throw new AppError('UNAUTHENTICATED')
  checkSession(ctx, session)
  // No MAC covers the expiry, which was computed with the clock of its day. A MAC covers the start, so the age is
  // checked too.
  const age = now - session.created_at
  if (age >= sessionMaxMs || age < -clockToleranceMs) throw new AppError('UNAUTHENTICATED')
  const user = await findUser(ctx, session.user_id)
  if (!user || user.status === 'INACTIVE') throw new AppError('UNAUTHENTICATED')
  if (user.status === 'SUSPENDED' && !endpoint.whileSuspended) throw new AppError('ACCOUNT_SUSPENDED')
  if (user.status === 'PENDING' && !endpoint.whilePending) throw new AppError('ACCOUNT_PENDING')
  if (Math.abs(now - session.last_seen_at) >= touchIntervalMs) {
    const expiresAt = Math.min(now + sessionTtlMs, session.created_at + sessionMaxMs)
    await touchSession(ctx.db, session.id, now, expiresAt)
  }
  const { id: userId, username, role } = user
  return {
    kind: 'session',
    userId,
    username,
    role,
    session: token,
    verifiedAt: session.verified_at ?? session.created_at,
    verifiedBy: session.verified_by ?? session.signed_in_by,
    startedAt: session.created_at,
    operatorSeenAt: session.operator_seen_at,
    deviceId: session.device_id,
  }
}
