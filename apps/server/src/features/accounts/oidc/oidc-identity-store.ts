import type { Context, Within } from '../../../context.ts'
import { oidcIdentities } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'

export type OidcIdentity = Row<'oidc_identities'>
type Reading = Pick<Context, 'db' | 'secrets'>

export const oidcIdentityMac = oidcIdentities.mac

/** @throws TamperedRowError */
export async function findIdentity(
  { db, secrets }: Reading,
  { issuer, subject }: Pick<OidcIdentity, 'issuer' | 'subject'>,
): Promise<OidcIdentity | undefined> {
  const row = await db
    .selectFrom('oidc_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (row) oidcIdentityMac.check(secrets, row)
  return row
}

/** The identity of an account at one provider. @throws TamperedRowError */
export async function findIdentityOf(
  { db, secrets }: Reading,
  userId: number,
  issuer: string,
): Promise<OidcIdentity | undefined> {
  const row = await db
    .selectFrom('oidc_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (row) oidcIdentityMac.check(secrets, row)
  return row
}

/** The newest identity of an account, at any provider. @throws TamperedRowError */
export async function findNewestIdentityOf(
  { db, secrets }: Reading,
  userId: number,
): Promise<OidcIdentity | undefined> {
  const row = await db
    .selectFrom('oidc_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row) oidcIdentityMac.check(secrets, row)
  return row
}

/** @throws a unique violation when the identity is linked already */
export async function insertIdentity(
  { db, secrets, clock }: Within<'secrets' | 'clock'>,
  given: Pick<OidcIdentity, 'issuer' | 'subject' | 'user_id' | 'email'>,
): Promise<void> {
  const now = clock()
  const identity = { ...given, created_at: now, last_used_at: now }
  await db
    .insertInto('oidc_identities')
    .values({ ...identity, mac: oidcIdentityMac.of(secrets, identity) })
    .execute()
}

export async function touchIdentity(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { issuer, subject }: Pick<OidcIdentity, 'issuer' | 'subject'>,
): Promise<void> {
  await db
    .updateTable('oidc_identities')
    .set({ last_used_at: clock() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Deletes the identities of an account at every provider. @returns how many there were */
export async function deleteIdentitiesOf({ db }: Within, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_identities')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
