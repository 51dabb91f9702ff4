import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { recoveryCodes } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type RecoveryCode = Row<'recovery_codes'>

export const recoveryCodeRowMac = recoveryCodes.mac

/** The codes of an account that were not used. @throws TamperedRowError */
export async function listRecoveryCodes(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<RecoveryCode[]> {
  const codes = await db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const code of codes) recoveryCodeRowMac.check(secrets, code)
  return codes
}

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
  { db, secrets }: Within<'secrets'>,
  codes: readonly Omit<RecoveryCode, 'mac'>[],
): Promise<void> {
  const rows = codes.map((code) => ({ ...code, mac: recoveryCodeRowMac.of(secrets, code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Marks a code as used, unless another call did first: of all calls on all nodes, one succeeds. */
export async function markRecoveryCodeUsed(
  { db, secrets }: Within<'secrets'>,
  code: RecoveryCode,
  usedAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: usedAt, mac: recoveryCodeRowMac.of(secrets, { ...code, used_at: usedAt }) })
    .where('id', '=', code.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteRecoveryCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
