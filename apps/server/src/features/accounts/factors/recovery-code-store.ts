import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { recoveryCodes } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type RecoveryCode = Row<'recovery_codes'>

export const recoveryCodeRowMac = recoveryCodes.mac

const stored = signedRows(recoveryCodes)

/** The codes of an account that were not used. @throws TamperedRowError */
export const listRecoveryCodes = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(ctx, { user_id: userId, used_at: null }, { orderBy: ['id'] })

/** How many codes of an account were not used. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function insertRecoveryCodes(
  { db, secrets }: TrxContext<'secrets'>,
  codes: readonly Omit<RecoveryCode, 'mac'>[],
): Promise<void> {
  const rows = codes.map((code) => ({ ...code, mac: recoveryCodeRowMac.of(secrets, code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Marks a code as used, unless another call did first: of all calls on all nodes, one succeeds. */
export const markRecoveryCodeUsed = async (
  ctx: TrxContext<'secrets'>,
  code: RecoveryCode,
  usedAt: number,
): Promise<boolean> => (await stored.change(ctx, code, { used_at: usedAt }, { used_at: null })) !== undefined

export const deleteRecoveryCodes = (trx: Trx, userId: number): Promise<number> =>
  stored.remove({ db: trx }, { user_id: userId })
