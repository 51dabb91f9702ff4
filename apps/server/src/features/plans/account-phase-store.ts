import type { DbContext, TrxContext } from '../../context.ts'
import { accountPhases } from '../../db/schema/projects.ts'
import type { Row } from '../../db/tables.ts'
import type { Tx } from '../audit-log/tx.ts'

export type AccountPhaseRow = Row<'account_phases'>
/** Without its MAC, as written. */
export type AccountPhase = Omit<AccountPhaseRow, 'mac'>

/** Authenticates where an account is between a lapsed plan and what follows from it. */
export const accountPhaseMac = accountPhases.mac

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
  keep_people: null,
  warned: null,
  suspended_at: null,
})

/** @throws TamperedRowError */
export async function findAccountPhase(
  { db, secrets }: DbContext<'secrets'>,
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
  { db, secrets }: TrxContext<'secrets'>,
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

/**
 * Remembers that a limit was lowered below the use of these accounts, which are locked: as after a paid plan, what they
 * have beyond it leads to a grace period.
 * @throws TamperedRowError
 */
export async function markLoweredLimit(
  { db, secrets }: TrxContext<'secrets'>,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const rows = await db.selectFrom('account_phases').selectAll().where('user_id', 'in', userIds).execute()
  for (const row of rows) accountPhaseMac.check(secrets, row)
  const known = new Map(rows.map(({ mac: _, ...phase }) => [phase.user_id, phase]))
  const marked = userIds
    .map((id) => known.get(id) ?? untouched(id))
    .filter(({ had_paid }) => had_paid === 0)
    .map((phase) => ({ ...phase, had_paid: 1 }))
    .map((phase) => ({ ...phase, mac: accountPhaseMac.of(secrets, phase) }))
  if (marked.length === 0) return
  await db
    .insertInto('account_phases')
    .values(marked)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        had_paid: eb.ref('excluded.had_paid'),
        mac: eb.ref('excluded.mac'),
      })),
    )
    .execute()
}

/** Remembers that an account was entitled to a paid plan, before it loses it. The account is locked. */
export async function recordEntitlement(tx: Tx, userId: number): Promise<void> {
  const phase = (await findAccountPhase(tx, userId)) ?? untouched(userId)
  if (phase.had_paid === 0) await saveAccountPhase(tx, { ...phase, had_paid: 1 })
}
