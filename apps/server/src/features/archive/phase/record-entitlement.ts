import type { Tx } from '../../audit-log/tx.ts'
import { findAccountPhase, saveAccountPhase, untouched } from '../../plans/account-phase-store.ts'

/** Remembers that an account was entitled to a paid plan, before it loses it. The account is locked. */
export async function recordEntitlement(tx: Tx, userId: number): Promise<void> {
  const phase = (await findAccountPhase(tx, userId)) ?? untouched(userId)
  if (phase.had_paid === 0) await saveAccountPhase(tx, { ...phase, had_paid: 1 })
}
