import type { Context } from '../../../context.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { revokeAllTokens } from '../../personal-tokens/account-tokens.ts'
import type { User } from '../../users/user-store.ts'
import { deletePendingChange } from '../email/email-change-store.ts'
import { deleteFactors } from '../factors/factor-store.ts'
import { deleteIdentitiesOf } from '../oidc/oidc-store.ts'
import { listPasskeysOf, passkeyHash } from '../webauthn/webauthn-store.ts'

/**
 * Whether a mailed link is the first proof of the account's e-mail address: anyone may have registered it until then.
 * Without a mail server, an operator hands the link over, which proves nothing. Accounts of operators are their own.
 */
export const isFirstProof = (
  { mail }: { readonly mail: Pick<Context['mail'], 'hasServer'> },
  { email_verified_at, role }: Pick<User, 'email_verified_at' | 'role'>,
): boolean => mail.hasServer && email_verified_at === null && role === 'USER'

/** Removes everything that lets another person into the account but its password, sessions and devices. */
export async function removeOtherWaysIn(tx: Tx, { id: userId }: Pick<User, 'id'>): Promise<void> {
  for (const { id } of await listPasskeysOf(tx, userId))
    tx.revoked({ kind: 'passkey', userId, subject: passkeyHash(id) })
  await deleteFactors(tx.db, userId)
  if ((await deleteIdentitiesOf(tx, userId)) > 0) tx.revoked({ kind: 'identity', userId })
  await revokeAllTokens(tx, userId)
  await deletePendingChange(tx.db, userId)
}
