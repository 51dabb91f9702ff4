import type { Tx } from '../../audit-log/tx.ts'
import { saveAccountPhase } from '../../plans/account-phase-store.ts'
import { loadAccount } from './load-account.ts'
import { unsuspend } from './owner-operations.ts'
import { saveAccount } from './save-account.ts'
import { updatePhase } from './update-phase.ts'

/** Stops the clocks of an account that is suspended: nothing of it is archived or deleted. The account is locked. */
export async function stopClocks(tx: Tx, userId: number): Promise<void> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded || loaded.phase.suspended_at !== null) return
  await saveAccountPhase(tx, { ...loaded.phase, suspended_at: tx.clock() })
}

/**
 * Lets the clocks of an account go on: everything ends as much later as they were stopped. Its status is ACTIVE again,
 * and it is locked.
 */
export async function startClocks(tx: Tx, userId: number): Promise<void> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded || loaded.phase.suspended_at === null) return
  const phase = { ...loaded.phase, suspended_at: null }
  await saveAccountPhase(tx, phase)
  await saveAccount(tx, { ...loaded, phase }, unsuspend(loaded.facts, tx.clock()))
  await updatePhase(tx, userId)
}
