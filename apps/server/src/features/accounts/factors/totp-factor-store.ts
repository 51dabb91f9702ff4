import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { totpFactors } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

/** How long a set-up may take. */
export const setUpMs = 3_600_000

export type TotpFactor = Row<'totp_factors'>

export const totpFactorMac = totpFactors.mac

const stored = signedRows(totpFactors)

/** The authenticator app that is in use. @throws TamperedRowError */
export const findTotpFactor = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.find(ctx, (is) => is.and([is('user_id', '=', userId), is('confirmed_at', 'is not', null)]))

/** The authenticator app that is being set up. @throws TamperedRowError */
export const findUnconfirmedTotpFactor = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.find(ctx, { user_id: userId, confirmed_at: null })

/** Stores an app that is being set up, in place of an earlier one that was not confirmed. */
export async function replaceUnconfirmedTotpFactor(
  ctx: TrxContext<'secrets'>,
  factor: Omit<TotpFactor, 'mac'>,
): Promise<void> {
  await stored.remove(ctx, { user_id: factor.user_id, confirmed_at: null })
  await stored.insert(ctx, factor)
}

type Acceptance = Pick<TotpFactor, 'last_step' | 'last_used_at' | 'confirmed_at' | 'sealed'>

/**
 * Stores that a step's code was accepted, unless that step or a later one was accepted meanwhile: of all calls on all
 * nodes, one succeeds.
 */
export const acceptTotpStep = async (
  ctx: TrxContext<'secrets'>,
  factor: TotpFactor,
  acceptance: Acceptance,
): Promise<boolean> =>
  (await stored.change(ctx, factor, acceptance, (is) => is('last_step', '<', acceptance.last_step))) !==
  undefined

/** Deletes every authenticator app of an account. @returns whether there was one */
export const deleteTotpFactors = async (trx: Trx, userId: number): Promise<boolean> =>
  (await stored.remove({ db: trx }, { user_id: userId })) > 0

/** Deletes apps whose set-up was not finished. @returns how many there were */
export const deleteUnconfirmedTotpFactors = (db: Db, before: number): Promise<number> =>
  stored.remove({ db }, (is) => is.and([is('confirmed_at', 'is', null), is('created_at', '<=', before)]))
