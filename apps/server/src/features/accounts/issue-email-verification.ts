import { newToken } from '@envhold/integrity/token.ts'
import type { Within } from '../../context.ts'
import { replaceEmailTokens } from '../users/email-token-store.ts'
import type { User } from '../users/user-store.ts'

const lastsMs = 24 * 3_600_000

/**
 * Makes what proves an address once it comes back from there. Earlier ones of the account prove nothing any more.
 * @returns the link to mail, which is stored nowhere. Its secret stands in the fragment, which no browser sends and no
 *   log holds.
 */
export async function issueEmailVerification(
  tx: Within<'config' | 'clock' | 'secrets'>,
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
    expires_at: now + lastsMs,
  })
  return `${tx.config.publicUrl}/verify-email#${text}`
}
