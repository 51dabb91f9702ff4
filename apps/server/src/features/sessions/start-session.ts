import { type AuthMethod, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { TrxContext } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { moveAttempts } from '../users/attempt-store.ts'
import { markProved } from './device-store.ts'
import { secretKinds } from './secret-limits.ts'
import {
  checkSession,
  deleteOldestSessions,
  deleteSession,
  findSession,
  insertSession,
} from './session-store.ts'

const hour = 3_600_000
/** A session ends this long after its last use. */
export const sessionTtlMs = 30 * 24 * hour
/** A session ends this long after it was started, however often it is used. */
export const sessionMaxMs = 90 * 24 * hour
/** Use is recorded at most this often, so that reading does not mean writing. */
export const touchIntervalMs = hour

const maxUserAgentLength = 300
const maxSessions = 50

interface StartedBy {
  readonly userId: number
  readonly method: AuthMethod
  readonly deviceId?: string | null
}

/**
 * Starts a session in the transaction that signs a user in and locks the account. Beyond the maximum of an account,
 * its oldest sessions end.
 * @returns its bearer token, which is not stored
 */
export async function startSession(
  tx: TrxContext<'clock' | 'secrets'>,
  { userId, method, deviceId = null }: StartedBy,
  { ip, userAgent }: Origin,
): Promise<string> {
  const { text, id, authHash } = newToken('ses')
  const now = tx.clock()
  await insertSession(tx, {
    id,
    auth_hash: authHash,
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + sessionTtlMs,
    ip,
    user_agent: userAgent.slice(0, maxUserAgentLength),
    signed_in_by: method,
    verified_at: null,
    verified_by: null,
    operator_seen_at: null,
    device_id: deviceId,
  })
  await deleteOldestSessions(tx.db, userId, { keep: id, max: maxSessions })
  return text
}

/**
 * Continues a session under a new token after its user was confirmed, under the lock of the account. Its end does not
 * change, and neither do its wrong attempts at other secrets: an attacker with session and password gets no new ones
 * this way.
 * @returns the new token, which is not stored
 * @throws AppError UNAUTHENTICATED when the session has ended meanwhile; TamperedRowError
 */
export async function renewSession(
  tx: TrxContext<'clock' | 'secrets'>,
  sessionId: string,
  { verifiedAt, method }: { readonly verifiedAt: number; readonly method: AuthMethod },
): Promise<string> {
  const session = await findSession(tx.db, sessionId)
  if (!session) throw new AppError('UNAUTHENTICATED')
  checkSession(tx, session)
  const { mac: _, ...kept } = session
  const { text, id, authHash } = newToken('ses')
  if ((await deleteSession(tx.db, sessionId)) === 0) throw new AppError('UNAUTHENTICATED')
  await insertSession(tx, { ...kept, id, auth_hash: authHash, verified_at: verifiedAt, verified_by: method })
  // A right code clears its own count.
  const counted = secretKinds.filter((kind) => kind !== method)
  await moveAttempts(tx.db, counted, { from: sessionId, to: id })
  const { user_id: userId, device_id: deviceId } = session
  if (deviceId !== null && strengthOf(method) === 2)
    await markProved(tx, { userId, deviceId }, 'second_factor_at')
  return text
}
