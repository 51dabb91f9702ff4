import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { totpFactors } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type TotpFactor = Row<'totp_factors'>
type Reading = Pick<Context, 'db' | 'secrets'>

export const totpFactorMac = totpFactors.mac

async function findFactor(
  { db, secrets }: Reading,
  userId: number,
  isConfirmed: boolean,
): Promise<TotpFactor | undefined> {
  const factor = await db
    .selectFrom('totp_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (factor) totpFactorMac.check(secrets, factor)
  return factor
}

/** The authenticator app that is in use. @throws TamperedRowError */
export const findTotpFactor = (ctx: Reading, userId: number): Promise<TotpFactor | undefined> =>
  findFactor(ctx, userId, true)

/** The authenticator app that is being set up. @throws TamperedRowError */
export const findUnconfirmedTotpFactor = (ctx: Reading, userId: number): Promise<TotpFactor | undefined> =>
  findFactor(ctx, userId, false)

/** Stores an app that is being set up, in place of an earlier one that was not confirmed. */
export async function replaceUnconfirmedTotpFactor(
  { db, secrets }: Within<'secrets'>,
  factor: Omit<TotpFactor, 'mac'>,
): Promise<void> {
  await db
    .deleteFrom('totp_factors')
    .where('user_id', '=', factor.user_id)
    .where('confirmed_at', 'is', null)
    .execute()
  await db
    .insertInto('totp_factors')
    .values({ ...factor, mac: totpFactorMac.of(secrets, factor) })
    .execute()
}

type Acceptance = Pick<TotpFactor, 'last_step' | 'last_used_at' | 'confirmed_at' | 'sealed'>

/**
 * Stores that a step's code was accepted, unless that step or a later one was accepted meanwhile: of all calls on all
 * nodes, one succeeds.
 */
export async function acceptTotpStep(
  { db, secrets }: Within<'secrets'>,
  factor: TotpFactor,
  acceptance: Acceptance,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ ...acceptance, mac: totpFactorMac.of(secrets, { ...factor, ...acceptance }) })
    .where('id', '=', factor.id)
    .where('last_step', '<', acceptance.last_step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes every authenticator app of an account. @returns whether there was one */
export async function deleteTotpFactors(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes apps whose set-up was not finished. @returns how many there were */
export async function deleteUnconfirmedTotpFactors(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('totp_factors')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
