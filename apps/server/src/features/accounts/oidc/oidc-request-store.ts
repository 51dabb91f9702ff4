import type { Context } from '../../../context.ts'
import type { OidcRequestsTable } from '../../../db/factor-tables.ts'
import { defineRowMac } from '../../../db/row-mac.ts'

export type OidcRequest = OidcRequestsTable

export const oidcRequestMac = defineRowMac<Omit<OidcRequest, 'mac'>>(
  'oidc_requests',
  ({ id }) => id,
  ({
    browser_hash,
    nonce,
    sealed_verifier,
    purpose,
    user_id,
    session_id,
    return_path,
    created_at,
    expires_at,
  }) => ({
    browser_hash,
    nonce,
    sealed_verifier,
    purpose,
    user_id,
    session_id,
    return_path,
    created_at,
    expires_at,
  }),
)

export async function insertOidcRequest(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  request: Omit<OidcRequest, 'mac'>,
): Promise<void> {
  await db
    .insertInto('oidc_requests')
    .values({ ...request, mac: oidcRequestMac.of(secrets, request) })
    .execute()
}

/**
 * Takes a request off the table: of any number of calls with the same `state`, on any number of nodes, one gets it.
 * @throws TamperedRowError
 */
export async function deleteOidcRequest(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  id: string,
): Promise<OidcRequest | undefined> {
  const row = await db.deleteFrom('oidc_requests').where('id', '=', id).returningAll().executeTakeFirst()
  if (row) oidcRequestMac.check(secrets, row)
  return row
}

/** @returns how many there were */
export async function deleteExpiredOidcRequests({ db }: Pick<Context, 'db'>, now: number): Promise<number> {
  const expired = db.deleteFrom('oidc_requests').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
