import type { Principal } from '@envhold/integrity/context.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { principals } from '../../db/schema/keyring.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Where } from '../../db/table-rows.ts'
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

const stored = signedRows(principals)

export const principalOf = ({ kind, id }: Pick<PrincipalRow, 'kind' | 'id'>) =>
  kind === 'user' ? { kind, id: Number(id) } : { kind, id }

/** Identifies a principal, in the form of the vault or of rows. */
type PrincipalReference = { readonly kind: PrincipalRow['kind']; readonly id: string | number }

export const isSamePrincipal = (left: PrincipalReference, right: PrincipalReference) =>
  left.kind === right.kind && String(left.id) === String(right.id)

/** @throws TamperedRowError */
export const checkPrincipal = stored.check

export const insertPrincipal = (ctx: TrxContext<'secrets'>, row: NewPrincipal) =>
  stored.insert(ctx, { ...row, revoked: 0 })

export const findPrincipal = (ctx: DbContext<'secrets'>, { kind, id }: StoredPrincipal) =>
  stored.find(ctx, { kind, id: String(id) })

/**
 * Changes a principal: a user's new public key, whether an API key is granted all environments, the user for whom a
 * link's grants are reserved, or its revocation.
 */
export async function changePrincipal(
  tx: TrxContext<'secrets' | 'engine'>,
  { kind, id }: StoredPrincipal,
  change: Partial<Pick<PrincipalRow, 'public_key' | 'all_environments' | 'revoked' | 'user_id'>>,
): Promise<PrincipalRow | undefined> {
  const row = await stored.lock(tx, { kind, id: String(id) })
  return row && (await stored.change(tx, row, change))
}

/** Gives API keys, and links that nobody has accepted, to another owner of their project. */
export async function changeOwnerOfPrincipals(
  tx: TrxContext<'secrets' | 'engine'>,
  principals: Where<'principals'>,
  ownerId: number,
): Promise<void> {
  const rows = await stored.list(tx, principals, { orderBy: ['id'], lock: tx.engine === 'postgres' })
  for (const row of rows) await stored.change(tx, row, { user_id: ownerId })
}

/** A user with the user's live personal tokens. What is granted to the user is granted to all of them. */
export const listPrincipalsOfUser = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(
    ctx,
    { user_id: userId, kind: ['user', 'personal-token'], revoked: 0 },
    { orderBy: ['kind desc', 'id'] },
  )

/** Lists the links of a project's invitations that a user accepted without the link. */
export const listLinksTo = (ctx: DbContext<'secrets'>, projectId: number, userId: number) =>
  stored.list(ctx, { user_id: userId, kind: 'invitation', project_id: projectId, revoked: 0 })

/** Lists the owner, the owner's personal tokens, and the project's API keys that may read all environments. */
const listRecipients = (
  ctx: DbContext<'secrets'>,
  { projectId, ownerId }: { readonly projectId: number; readonly ownerId: number },
) =>
  stored.list(ctx, [
    { revoked: 0 },
    (is) =>
      is.or([
        is.and({ kind: 'user', id: String(ownerId) }),
        is.and({ kind: 'personal-token', user_id: ownerId, all_environments: 1 }),
        is.and({ kind: 'api-key', project_id: projectId, all_environments: 1 }),
      ]),
  ])

/** Deletes the principal of a user whose key pair is gone. Rosters that still contain it need no row. */
export const deleteUserPrincipal = (db: Trx, userId: number) =>
  stored.remove({ db }, { kind: 'user', id: String(userId) })

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
