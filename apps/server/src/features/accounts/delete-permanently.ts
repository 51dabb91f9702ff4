import { insertErasure } from '../audit-log/activity-chain-store.ts'
import type { Tx } from '../audit-log/tx.ts'
import { revokeAllGrants } from '../grants/revoke-all-grants.ts'
import { deleteUser, type User } from '../users/user-store.ts'

/**
 * Deletes an account for good. Its own projects are deleted with it; its activity log entries stay, and
 * {@link insertErasure} has its names and IP addresses erased from them. The account is locked.
 * @param description what the activity log says of it
 */
export async function deletePermanently(
  tx: Tx,
  { id, username, email_canonical, email_verified_at, created_at }: User,
  description: string,
): Promise<void> {
  await revokeAllGrants(tx, id)
  await deleteUser(tx.db, id)
  await insertErasure(tx, {
    user_id: id,
    username,
    // An address that nobody has verified may belong to somebody else, whose invitations it is in.
    email_canonical: email_verified_at === null ? '' : email_canonical,
    created_at,
    deleted_at: tx.clock(),
  })
  tx.revoked({ kind: 'account', userId: id })
  tx.record({ type: 'account_deleted', severity: 'high', description, userId: id, origin: null })
}
