import type { DbContext, TrxContext } from '../../../context.ts'
import { oidcIdentities, oidcRequests } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'

export type OidcIdentity = Row<'oidc_identities'>

export const oidcIdentityMac = oidcIdentities.mac

const stored = signedRows(oidcIdentities)
type Key = Pick<OidcIdentity, 'issuer' | 'subject'>

/** @throws TamperedRowError */
export const findIdentity = (ctx: DbContext<'secrets'>, { issuer, subject }: Key) =>
  stored.find(ctx, { issuer, subject })

/** The identity of an account at one provider. @throws TamperedRowError */
export const findIdentityOf = (ctx: DbContext<'secrets'>, userId: number, issuer: string) =>
  stored.find(ctx, { user_id: userId, issuer })

/** The identities of an account at every provider, the oldest first. @throws TamperedRowError */
export const listIdentitiesOf = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(ctx, { user_id: userId }, { orderBy: ['created_at'] })

/** The newest identity of an account, at any provider. @throws TamperedRowError */
export const findNewestIdentityOf = async (ctx: DbContext<'secrets'>, userId: number) =>
  (await listIdentitiesOf(ctx, userId)).at(-1)

/** @throws a unique violation when the identity is linked already */
export async function insertIdentity(
  ctx: TrxContext<'secrets' | 'clock'>,
  identity: Pick<OidcIdentity, 'issuer' | 'subject' | 'user_id' | 'email'>,
): Promise<void> {
  const now = ctx.clock()
  await stored.insert(ctx, { ...identity, created_at: now, last_used_at: now })
}

export const touchIdentity = (ctx: DbContext<'clock'>, { issuer, subject }: Key) =>
  stored.touch(ctx, { issuer, subject }, { last_used_at: ctx.clock() })

export const deleteIdentity = (ctx: TrxContext, { issuer, subject }: Key) =>
  stored.remove(ctx, { issuer, subject })

/** Deletes the identities of an account at every provider. @returns how many there were */
export const deleteIdentitiesOf = (ctx: TrxContext, userId: number) => stored.remove(ctx, { user_id: userId })

export type OidcRequest = Row<'oidc_requests'>

export const oidcRequestMac = oidcRequests.mac

const storedRequests = signedRows(oidcRequests)

export const insertOidcRequest = (ctx: DbContext<'secrets'>, request: Omit<OidcRequest, 'mac'>) =>
  storedRequests.insertAll(ctx, [request])

/**
 * Takes a request off the table: of any number of calls with the same `state`, on any number of nodes, one gets it.
 * @throws TamperedRowError
 */
export async function deleteOidcRequest({ db, secrets }: DbContext<'secrets'>, id: string) {
  const row = await db.deleteFrom('oidc_requests').where('id', '=', id).returningAll().executeTakeFirst()
  if (row) oidcRequestMac.check(secrets, row)
  return row
}

/** @returns how many there were */
export const deleteExpiredOidcRequests = (ctx: DbContext, now: number) =>
  storedRequests.remove(ctx, (is) => is('expires_at', '<=', now))
