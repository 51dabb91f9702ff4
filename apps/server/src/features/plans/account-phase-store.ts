import type { Selectable } from 'kysely'
import type { Context, Within } from '../../context.ts'
import type { AccountPhasesTable } from '../../db/archive-tables.ts'
import { defineRowMac } from '../../db/row-mac.ts'

export type AccountPhaseRow = Selectable<AccountPhasesTable>
/** Without its MAC, as written. */
export type AccountPhase = Omit<AccountPhaseRow, 'mac'>

/** Authenticates where an account is between a lapsed plan and what follows from it. */
export const accountPhaseMac = defineRowMac<AccountPhase>(
  'account_phases',
  ({ user_id }) => String(user_id),
  ({ user_id: _, ...fields }) => ({
    phase: fields.phase,
    had_paid: fields.had_paid,
    graces: fields.graces,
    grace_began: fields.grace_began,
    grace_end: fields.grace_end,
    started_mail: fields.started_mail,
    started_sent_at: fields.started_sent_at,
    reminded: fields.reminded,
    reminder_mail: fields.reminder_mail,
    reminded_at: fields.reminded_at,
    keep: fields.keep,
    suspended_at: fields.suspended_at,
  }),
)

/** An account to which nothing of this has happened. */
export const untouched = (user_id: number): AccountPhase => ({
  user_id,
  phase: 'compliant',
  had_paid: 0,
  graces: 0,
  grace_began: null,
  grace_end: null,
  started_mail: null,
  started_sent_at: null,
  reminded: '[]',
  reminder_mail: null,
  reminded_at: null,
  keep: '[]',
  suspended_at: null,
})

/** @throws TamperedRowError */
export async function findAccountPhase(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<AccountPhase | undefined> {
  const row = await db
    .selectFrom('account_phases')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  accountPhaseMac.check(secrets, row)
  const { mac: _, ...phase } = row
  return phase
}

/** Writes the row of an account. Its account is locked. */
export async function saveAccountPhase(
  { db, secrets }: Within<'secrets'>,
  phase: AccountPhase,
): Promise<void> {
  const row = { ...phase, mac: accountPhaseMac.of(secrets, phase) }
  const { user_id: _, ...change } = row
  await db
    .insertInto('account_phases')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}
