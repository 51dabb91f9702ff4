import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { rowSeal } from '../../db/row-seal.ts'
import type { GrantsTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { checkPrincipal, type PrincipalRow, type StoredPrincipal } from './principal-store.ts'

/** An environment's key, sealed to one principal. Each has one grant at most, of the environment's present epoch. */
export type Grant = GrantsTable
export type NewGrant = Omit<GrantsTable, 'created_at' | 'mac'>

type Secrets = Pick<Context, 'secrets'>

export const grantSeal = rowSeal<NewGrant>(
  'grants',
  ({ environment_id, kind, principal }) => `${environment_id}/${kind}/${principal}`,
  ({ epoch, sealed }) => ({ epoch, sealed: hash('sha256', sealed, 'buffer') }),
)

export async function findGrant(
  { secrets }: Secrets,
  db: Db,
  environmentId: number,
  { kind, id }: StoredPrincipal,
): Promise<Grant | undefined> {
  const row = await db
    .selectFrom('grants')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('principal', '=', String(id))
    .executeTakeFirst()
  if (row) grantSeal.check(secrets, row)
  return row
}

/** A principal who holds a grant, and the epoch of that grant. */
export type Holder = PrincipalRow & { readonly epoch: number }

/** Everyone who holds an environment's key. A grant without its principal is as bad as one without its seal. */
export async function listHolders(ctx: Secrets, db: Db, environmentId: number): Promise<Holder[]> {
  const grants = await db
    .selectFrom('grants')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .execute()
  const principals = await db
    .selectFrom('principals')
    .innerJoin('grants', (join) =>
      join.onRef('grants.kind', '=', 'principals.kind').onRef('grants.principal', '=', 'principals.id'),
    )
    .selectAll('principals')
    .where('grants.environment_id', '=', environmentId)
    .execute()
  for (const grant of grants) grantSeal.check(ctx.secrets, grant)
  const epochs = new Map(grants.map(({ kind, principal, epoch }) => [`${kind}/${principal}`, epoch]))
  return principals.map((row) => {
    checkPrincipal(ctx, row)
    return { ...row, epoch: epochs.get(`${row.kind}/${row.id}`) ?? 0 }
  })
}

export async function insertGrants(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  trx: Trx,
  grants: readonly NewGrant[],
): Promise<void> {
  if (grants.length === 0) return
  const created_at = clock()
  await trx
    .insertInto('grants')
    .values(grants.map((grant) => ({ ...grant, created_at, mac: grantSeal.of(secrets, grant) })))
    .execute()
}

/** The environments that a principal can open. */
export async function grantedEnvironments(db: Db, { kind, id }: StoredPrincipal): Promise<number[]> {
  const rows = await db
    .selectFrom('grants')
    .select('environment_id')
    .where('kind', '=', kind)
    .where('principal', '=', String(id))
    .orderBy('environment_id')
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

/** Takes a principal's grants back: those for `environmentIds`, or all. */
export async function deleteGrantsOf(
  trx: Trx,
  { kind, id }: StoredPrincipal,
  environmentIds?: readonly number[],
): Promise<void> {
  if (environmentIds?.length === 0) return
  await trx
    .deleteFrom('grants')
    .where('kind', '=', kind)
    .where('principal', '=', String(id))
    .$if(environmentIds !== undefined, (query) => query.where('environment_id', 'in', environmentIds ?? []))
    .execute()
}

/** Takes every grant of an environment back, before a new epoch's are given. */
export async function deleteGrantsFor(trx: Trx, environmentId: number): Promise<void> {
  await trx.deleteFrom('grants').where('environment_id', '=', environmentId).execute()
}
