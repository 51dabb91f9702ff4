import type { Proof } from '@envhold/contract/step-up.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Within } from '../../context.ts'
import { checkSession, deleteSession, findSession, insertSession } from './session-store.ts'

/**
 * Continues a session under a new token after its user was confirmed. Its end does not change.
 * @returns the new token, which is not stored
 * @throws AppError UNAUTHENTICATED when the session has ended meanwhile; TamperedRowError
 */
export async function renewSession(
  tx: Within<'secrets'>,
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
  return text
}
