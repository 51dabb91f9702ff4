import { type Proof, strengthOf } from '@envhold/contract/step-up.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Within } from '../../context.ts'
import { moveAttempts } from '../users/attempt-store.ts'
import { markProved } from './device-store.ts'
import { secretKinds } from './secret-limits.ts'
import { checkSession, deleteSession, findSession, insertSession } from './session-store.ts'

/**
 * Continues a session under a new token after its user was confirmed. Its end does not change, and neither do its wrong
 * attempts at other secrets: a thief of session and password gets no new ones this way.
 * @returns the new token, which is not stored
 * @throws AppError UNAUTHENTICATED when the session has ended meanwhile; TamperedRowError
 */
export async function renewSession(
  tx: Within<'clock' | 'secrets'>,
  sessionId: string,
  { verifiedAt, proof }: { readonly verifiedAt: number; readonly proof: Proof },
): Promise<string> {
  const session = await findSession(tx.db, sessionId)
  if (!session) throw new AppError('UNAUTHENTICATED')
  checkSession(tx, session)
  const { mac: _, ...kept } = session
  const { text, id, authHash } = newToken('ses')
  await deleteSession(tx.db, sessionId)
  await insertSession(tx, { ...kept, id, auth_hash: authHash, verified_at: verifiedAt, verified_by: proof })
  // A right code clears its own count.
  const counted = secretKinds.filter((kind) => kind !== proof)
  await moveAttempts(tx.db, counted, { from: sessionId, to: id })
  const { user_id: userId, device_id: deviceId } = session
  if (deviceId !== null && strengthOf(proof) === 2)
    await markProved(tx, { userId, deviceId }, 'second_factor_at')
  return text
}
