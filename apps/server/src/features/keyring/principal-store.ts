import type { Principal } from '@envhold/integrity/context.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import { principals } from '../../db/schema/keyring.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

/** A user, token, API key or invitation link that an environment key can be sealed to. */
export type PrincipalRow = Row<'principals'>
export type NewPrincipal = Omit<PrincipalRow, 'mac' | 'revoked'>
/** The columns needed to seal to a principal. */
export type Recipient = Pick<PrincipalRow, 'kind' | 'id' | 'public_key'>
/** A principal as the vault identifies it, of the kinds that have a row. */
export type StoredPrincipal = Principal & { readonly kind: PrincipalRow['kind'] }

export const principalMac = principals.mac

export const principalOf = ({ kind, id }: Pick<PrincipalRow, 'kind' | 'id'>) =>
  kind === 'user' ? { kind, id: Number(id) } : { kind, id }

/** Identifies a principal, in the form of the vault or of rows. */
type PrincipalReference = { readonly kind: PrincipalRow['kind']; readonly id: string | number }

export const isSamePrincipal = (left: PrincipalReference, right: PrincipalReference) =>
  left.kind === right.kind && String(left.id) === String(right.id)

/** @throws TamperedRowError */
export const checkPrincipal = ({ secrets }: SecretsContext, row: PrincipalRow) =>
  principalMac.check(secrets, row)

export async function insertPrincipal({ db, secrets }: TrxContext<'secrets'>, row: NewPrincipal) {
  const live = { ...row, revoked: 0 }
  const sealed = { ...live, mac: principalMac.of(secrets, live) }
  await db.insertInto('principals').values(sealed).execute()
  return sealed
}

export async function findPrincipal(ctx: DbContext<'secrets'>, { kind, id }: StoredPrincipal) {
  const row = await ctx.db
    .selectFrom('principals')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .executeTakeFirst()
  if (row) checkPrincipal(ctx, row)
  return row
}

/**
 * Changes a principal: a user's new public key, whether an API key is granted all environments, the user for whom a
 * link's grants are reserved, or its revocation.
 */
export async function changePrincipal(
  tx: TrxContext<'secrets'>,
  principal: StoredPrincipal,
  change: Partial<Pick<PrincipalRow, 'public_key' | 'all_environments' | 'revoked' | 'user_id'>>,
): Promise<PrincipalRow | undefined> {
  const row = await findPrincipal(tx, principal)
  if (!row) return undefined
  const { mac: _, ...changed } = { ...row, ...change }
  const mac = principalMac.of(tx.secrets, changed)
  await tx.db
    .updateTable('principals')
    .set({
      public_key: changed.public_key,
      all_environments: changed.all_environments,
      revoked: changed.revoked,
      user_id: changed.user_id,
      mac,
    })
    .where('kind', '=', row.kind)
    .where('id', '=', row.id)
    .execute()
  return { ...changed, mac }
}

/** A user with the user's live personal tokens. What is granted to the user is granted to all of them. */
export async function listPrincipalsOfUser(ctx: DbContext<'secrets'>, userId: number) {
  const rows = await ctx.db
    .selectFrom('principals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', ['user', 'personal-token'])
    .where('revoked', '=', 0)
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute()
  for (const row of rows) checkPrincipal(ctx, row)
  return rows
}

/** Lists the links of a project's invitations that a user accepted without the link. */
export async function listLinksTo(ctx: DbContext<'secrets'>, projectId: number, userId: number) {
  const rows = await ctx.db
    .selectFrom('principals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .where('project_id', '=', projectId)
    .where('revoked', '=', 0)
    .execute()
  for (const row of rows) checkPrincipal(ctx, row)
  return rows
}

/** Lists the owner, the owner's personal tokens, and the project's API keys that may read all environments. */
async function listRecipients(
  ctx: DbContext<'secrets'>,
  { projectId, ownerId }: { readonly projectId: number; readonly ownerId: number },
): Promise<PrincipalRow[]> {
  const rows = await ctx.db
    .selectFrom('principals')
    .selectAll()
    .where('revoked', '=', 0)
    .where((where) =>
      where.or([
        where.and([where('kind', '=', 'user'), where('id', '=', String(ownerId))]),
        where.and([
          where('kind', '=', 'personal-token'),
          where('user_id', '=', ownerId),
          where('all_environments', '=', 1),
        ]),
        where.and([
          where('kind', '=', 'api-key'),
          where('project_id', '=', projectId),
          where('all_environments', '=', 1),
        ]),
      ]),
    )
    .execute()
  for (const row of rows) checkPrincipal(ctx, row)
  return rows
}

/** Deletes the principal of a user whose key pair is gone. Rosters that still contain it need no row. */
export async function deleteUserPrincipal(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('principals').where('kind', '=', 'user').where('id', '=', String(userId)).execute()
}

/** Deletes revoked principals that hold no grant any more, so no roster contains them. */
export async function deleteRevokedPrincipals(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('principals')
    .where('revoked', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.environment_id')
            .whereRef('grants.kind', '=', 'principals.kind')
            .whereRef('grants.principal', '=', 'principals.id'),
        ),
      ),
    )
    .execute()
}

/**
 * Who is granted the key of a new environment: the owner, the owner's live personal tokens, and the project's API keys
 * for all environments.
 * @throws AppError MASTER_PASSWORD_REQUIRED when the owner has no key pair yet
 */
export async function recipientsOf(
  ctx: DbContext<'secrets'>,
  project: { readonly projectId: number; readonly ownerId: number },
): Promise<PrincipalRow[]> {
  const recipients = await listRecipients(ctx, project)
  if (!recipients.some(({ kind }) => kind === 'user')) throw new AppError('MASTER_PASSWORD_REQUIRED')
  return recipients
}
