import { newToken } from '@envhold/integrity/token.ts'
import type { TrxContext } from '../../../context.ts'
import { replaceEmailTokens } from '../../users/email-token-store.ts'
import type { User } from '../../users/user-store.ts'

const ttlMs = 24 * 3_600_000

/**
 * Creates a token that proves, when presented, that its bearer reads mail at the address. Earlier tokens of the account
 * stop working.
 * @returns the link to mail. It is not stored. Its secret is in the fragment, which browsers do not send and logs do
 *   not contain.
 */
export async function issueEmailVerification(
  tx: TrxContext<'config' | 'clock' | 'secrets'>,
  user: Pick<User, 'id' | 'email_canonical'>,
): Promise<string> {
  const { text, id, authHash } = newToken('eml')
  const now = tx.clock()
  await replaceEmailTokens(tx, {
    id,
    kind: 'verify-email',
    user_id: user.id,
    email_canonical: user.email_canonical,
    auth_hash: authHash,
    created_at: now,
    expires_at: now + ttlMs,
  })
  return `${tx.config.publicUrl}/verify-email#${text}`
}
