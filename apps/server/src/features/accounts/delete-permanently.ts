import { insertErasure } from '../audit-log/erasure-store.ts'
import type { Tx } from '../audit-log/tx.ts'
import { deleteUser, type User } from '../users/user-store.ts'

/** Revokes an account's access to projects of other owners, before the account is deleted. */
export type RevokeAllGrants = (tx: Tx, userId: number) => Promise<void>

interface Deletion {
  readonly revokeAllGrants: RevokeAllGrants
  /** What the activity log says of it. */
  readonly description: string
}

/**
 * Deletes an account for good. Its own projects are deleted with it; its activity log entries stay, and
 * {@link insertErasure} has its names and IP addresses erased from them. The account is locked.
 */
export async function deletePermanently(
  tx: Tx,
  { id, username, email_canonical, email_verified_at, created_at }: User,
  { revokeAllGrants, description }: Deletion,
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
