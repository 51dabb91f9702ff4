import type { Proof } from '@envhold/contract/step-up.ts'
import { newToken } from '@envhold/integrity/token.ts'
import type { Within } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { deleteOldestSessions, insertSession } from './session-store.ts'

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
  readonly proof: Proof
  readonly deviceId?: string | null
}

/**
 * Starts a session in the transaction that signs a user in and locks the account. Beyond the maximum of an account,
 * its oldest sessions end.
 * @returns its bearer token, which is not stored
 */
export async function startSession(
  tx: Within<'clock' | 'secrets'>,
  { userId, proof, deviceId = null }: StartedBy,
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
    signed_in_by: proof,
    verified_at: null,
    verified_by: null,
    operator_seen_at: null,
    device_id: deviceId,
  })
  await deleteOldestSessions(tx.db, userId, { keep: id, max: maxSessions })
  return text
}
