import { publicKeyHash } from '@envhold/integrity/context.ts'
import { sql } from 'kysely'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { grants as grantsTable } from '../../db/schema/keyring.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import {
  checkPrincipal,
  findPrincipal,
  type PrincipalRow,
  principalOf,
  type StoredPrincipal,
} from './principal-store.ts'

/** An environment's key, sealed to one principal. Each principal has at most one grant, of the current epoch. */
export type Grant = Row<'grants'>
export type NewGrant = Omit<Row<'grants'>, 'created_at' | 'mac'>

export const grantMac = grantsTable.mac

const stored = signedRows(grantsTable)

export const findGrant = (ctx: DbContext<'secrets'>, environmentId: number, { kind, id }: StoredPrincipal) =>
  stored.find(ctx, { environment_id: environmentId, kind, principal: String(id) })

/** The grants of an environment to principals with these ids. */
export const listGrants = (
  ctx: DbContext<'secrets'>,
  environmentId: number,
  principals: readonly StoredPrincipal[],
) => stored.list(ctx, { environment_id: environmentId, principal: principals.map(({ id }) => String(id)) })

/**
 * What remains of a revoked grant: its holder, as the roster knows it, and no sealed key. A revoked grant is deleted at
 * the next re-key. A reserved one stays until the key is sealed to who waits for it: the collaborator who accepted
 * without the link of the invitation, or a personal token.
 */
export type InactiveState = 'revoked' | 'reserved'

const inactiveStates: readonly InactiveState[] = ['revoked', 'reserved']
const noSuite = 0
const emptyLength = 34

/** `00 ‖ u8 state ‖ SHA-256(public key)`, stored in place of a sealed key (stored-formats.md, 'Grant'). */
const emptyGrant = (state: InactiveState, keyHash: Uint8Array) =>
  Buffer.concat([Uint8Array.of(noSuite, inactiveStates.indexOf(state)), keyHash])

export const inactiveStateOf = ({ sealed }: Pick<Grant, 'sealed'>) =>
  sealed.length === emptyLength && sealed[0] === noSuite ? inactiveStates[sealed[1] ?? -1] : undefined

/** Whether a grant was revoked or is only reserved: it opens nothing. */
export const isRevoked = (grant: Pick<Grant, 'sealed'>): boolean => inactiveStateOf(grant) !== undefined

/** Selects grants that open something, as a condition on their rows. */
export const isLive = sql<boolean>`length(grants.sealed) > ${sql.lit(emptyLength)}`

/** A principal who can open an environment. */
export type LiveHolder = PrincipalRow & { readonly state: 'live'; readonly keyHash: Uint8Array }
/** A principal who can no longer open an environment but is still on its roster. */
export interface InactiveHolder extends Pick<PrincipalRow, 'kind' | 'id'> {
  readonly state: InactiveState
  readonly keyHash: Uint8Array
}
export type Holder = LiveHolder | InactiveHolder

/**
 * Lists everyone on an environment's roster, according to the database. A grant without a principal, without a valid
 * MAC or of another epoch is rejected.
 * @throws TamperedRowError
 */
export async function listHolders(
  ctx: DbContext<'secrets'>,
  environmentId: number,
  epoch: number,
): Promise<Holder[]> {
  const grants = await ctx.db
    .selectFrom('grants')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .execute()
  const principals = await ctx.db
    .selectFrom('principals')
    .innerJoin('grants', (join) =>
      join.onRef('grants.kind', '=', 'principals.kind').onRef('grants.principal', '=', 'principals.id'),
    )
    .selectAll('principals')
    .where('grants.environment_id', '=', environmentId)
    .execute()
  const known = new Map(principals.map((row) => [`${row.kind}/${row.id}`, row]))
  return grants.map((grant) => {
    const { kind, principal: id, sealed } = grant
    grantMac.check(ctx.secrets, grant)
    requireEpoch(grant, epoch)
    const row = known.get(`${kind}/${id}`)
    if (row) checkPrincipal(ctx, row)
    const state = inactiveStateOf(grant)
    if (state) return { kind, id, state, keyHash: sealed.subarray(2) }
    if (!row) throw new TamperedRowError('grants', `${environmentId}/${kind}/${id}`)
    return { ...row, state: 'live', keyHash: publicKeyHash(row.public_key) }
  })
}

/** Selects reserved grants, as a condition on their rows. */
export const isReserved = sql<boolean>`substr(grants.sealed, 1, 2) = ${Buffer.of(noSuite, inactiveStates.indexOf('reserved'))}`

/** Whether any user can open an environment. */
export async function isOpenable(db: Db, environmentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('grants')
    .select('principal')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'user')
    .where(isLive)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of some environments in which a principal has a reserved grant. */
export async function listReservedFor(
  ctx: DbContext<'secrets'>,
  { kind, id }: StoredPrincipal,
  environmentIds: readonly number[],
): Promise<number[]> {
  const grants = await stored.list(ctx, { kind, principal: String(id), environment_id: environmentIds })
  const reserved = grants.filter((grant) => inactiveStateOf(grant) === 'reserved')
  return reserved.map(({ environment_id }) => environment_id)
}

/** @throws TamperedRowError for a grant of another epoch: a re-key replaces all grants, so an old one was planted */
export function requireEpoch(grant: Grant, epoch: number): void {
  if (grant.epoch !== epoch)
    throw new TamperedRowError('grants', `${grant.environment_id}/${grant.kind}/${grant.principal}`)
}

export async function insertGrants(ctx: TrxContext<'secrets' | 'clock'>, grants: readonly NewGrant[]) {
  const created_at = ctx.clock()
  await stored.insertAll(
    ctx,
    grants.map((grant) => ({ ...grant, created_at })),
  )
}

/** The environments that a principal can open, in locking order. */
export async function grantedEnvironments(db: Db, principal: StoredPrincipal, inProject?: number) {
  const rows = await environmentsOf(db, principal)
    .where(isLive)
    .$if(inProject !== undefined, (query) => query.where('project_id', '=', inProject ?? 0))
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

/** Also those whose key will be sealed to the principal. */
export async function grantedOrReserved(db: Db, principal: StoredPrincipal) {
  const rows = await environmentsOf(db, principal)
    .where(({ or }) => or([isLive, isReserved]))
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

const environmentsOf = (db: Db, { kind, id }: StoredPrincipal) =>
  db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .select('grants.environment_id')
    .where('kind', '=', kind)
    .where('principal', '=', String(id))
    .orderBy('grants.environment_id')

/** Replaces a principal's grant. */
export async function replaceGrant({ db, secrets }: TrxContext<'secrets'>, grant: NewGrant): Promise<void> {
  await db
    .updateTable('grants')
    .set({ epoch: grant.epoch, sealed: grant.sealed, mac: grantMac.of(secrets, grant) })
    .where('environment_id', '=', grant.environment_id)
    .where('kind', '=', grant.kind)
    .where('principal', '=', grant.principal)
    .execute()
}

/** Empties a grant: from now on it opens nothing, even with an older copy of the database. */
export async function revokeGrant(tx: TrxContext<'secrets'>, grant: Grant, state: InactiveState) {
  const keyHash = isRevoked(grant) ? grant.sealed.subarray(2) : await keyHashOf(tx, grant)
  await replaceGrant(tx, { ...grant, sealed: emptyGrant(state, keyHash) })
}

async function keyHashOf(tx: TrxContext<'secrets'>, { environment_id, kind, principal }: Grant) {
  const row = await findPrincipal(tx, principalOf({ kind, id: principal }))
  if (!row) throw new TamperedRowError('grants', `${environment_id}/${kind}/${principal}`)
  return publicKeyHash(row.public_key)
}

/** The grant of an inactive holder in a new epoch, which again opens nothing. */
export const revokedGrant = (
  { kind, id, state, keyHash }: InactiveHolder,
  environmentId: number,
  epoch: number,
): NewGrant => ({
  environment_id: environmentId,
  kind,
  principal: id,
  epoch,
  sealed: emptyGrant(state, keyHash),
})

/** The grant of a principal to whom the key will be sealed later. The roster contains it already. */
export const reservedGrant = (
  { kind, id, public_key }: Pick<PrincipalRow, 'kind' | 'id' | 'public_key'>,
  { environment, epoch }: { readonly environment: number; readonly epoch: number },
): NewGrant =>
  revokedGrant({ kind, id, state: 'reserved', keyHash: publicKeyHash(public_key) }, environment, epoch)

/** Deletes a principal's grants: those for `environmentIds`, or all. */
export const deleteGrantsOf = (db: Trx, { kind, id }: StoredPrincipal, environmentIds?: readonly number[]) =>
  stored.remove({ db }, [
    { kind, principal: String(id) },
    environmentIds === undefined ? {} : { environment_id: environmentIds },
  ])

/** Deletes every grant of an environment, before a new epoch grants its key. */
export const deleteGrantsFor = (db: Trx, environmentId: number) =>
  stored.remove({ db }, { environment_id: environmentId })
