import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Db } from '../../db/connect.ts'

/**
 * Sign-ins at a provider and logins of the command line that are in progress: a verifier is encrypted under a server
 * secret, and a user code is found by its MAC.
 */
export async function deleteOpenRequests(db: Db): Promise<void> {
  await db.deleteFrom('oidc_requests').execute()
  // What is approved is found by its device code, and leads to a token.
  await db.deleteFrom('device_logins').where('status', '!=', 'approved').execute()
}

/** How many accounts have unused recovery codes that only an older secret can check: the codes are not stored. */
export async function countAccountsWithOlderCodes(db: Db, { newest }: ServerSecrets): Promise<number> {
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['user_id', 'code_mac'])
    .where('used_at', 'is', null)
    .execute()
  return new Set(codes.flatMap(({ user_id, code_mac }) => (code_mac[0] === newest ? [] : [user_id]))).size
}
