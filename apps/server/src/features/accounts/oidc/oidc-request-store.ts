import type { DbContext } from '../../../context.ts'
import { oidcRequests } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'

export type OidcRequest = Row<'oidc_requests'>

export const oidcRequestMac = oidcRequests.mac

export async function insertOidcRequest(
  { db, secrets }: DbContext<'secrets'>,
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
  { db, secrets }: DbContext<'secrets'>,
  id: string,
): Promise<OidcRequest | undefined> {
  const row = await db.deleteFrom('oidc_requests').where('id', '=', id).returningAll().executeTakeFirst()
  if (row) oidcRequestMac.check(secrets, row)
  return row
}

/** @returns how many there were */
export async function deleteExpiredOidcRequests({ db }: DbContext, now: number): Promise<number> {
  const expired = db.deleteFrom('oidc_requests').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
