import type { Tx } from '../../audit-log/tx.ts'
import { archiveProject, deleteArchived, restoreArchived } from '../archived-project-store.ts'
import { holdPerson, releasePerson } from '../held-person-store.ts'
import { type Allowed, evaluate } from './evaluate.ts'
import type { Effect, Evaluation, Facts } from './facts.ts'
import { type LoadedAccount, loadAccount } from './load-account.ts'
import { mailEffects } from './mail-effects.ts'
import { recordEffects } from './record-effects.ts'
import { saveAccount } from './save-account.ts'

/**
 * Brings an account into the state that follows from its plan and its use. Every change of either ends with this, in
 * the same transaction. Takes nothing away: only the hourly sweep does. The account is locked.
 * @param endedPlan the display name of the plan whose subscription has just ended
 * @returns what happened; nothing if there is no such account
 */
export const updatePhase = async (tx: Tx, userId: number, endedPlan?: string): Promise<readonly Effect[]> =>
  (await updatePhaseWith(tx, userId, { destructive: false, endedPlan }))?.evaluation.effects ?? []

/** {@link updatePhase}, with the steps that take something away if they are allowed. */
export async function updatePhaseWith(
  tx: Tx,
  userId: number,
  { endedPlan, ...allowed }: Allowed & { readonly endedPlan?: string | undefined },
): Promise<{ readonly loaded: LoadedAccount; readonly evaluation: Evaluation } | undefined> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded) return undefined
  const evaluation = evaluate(loaded.facts, tx.clock(), allowed)
  for (const effect of evaluation.effects) await carryOut(tx, loaded, evaluation.next, effect)
  recordEffects(tx, loaded, evaluation)
  await saveAccount(tx, loaded, evaluation.next, await mailEffects(tx, loaded, evaluation, endedPlan))
  return { loaded, evaluation }
}

async function carryOut(
  tx: Tx,
  { user, live, archived }: LoadedAccount,
  next: Facts,
  effect: Effect,
): Promise<void> {
  if (effect.kind === 'hold') await holdPerson(tx, user.id, effect.person)
  if (effect.kind === 'release') await releasePerson(tx, user.id, effect.person)
  if (effect.kind === 'archive') {
    const project = live.find(({ id }) => id === effect.project)
    const expires = next.archived.find(({ id }) => id === effect.project)?.expires
    if (!project || expires === undefined) throw new Error(`The project ${effect.project} is missing`)
    await archiveProject(tx, project, { reason: 'grace_period_expired', expires })
  }
  if (effect.kind === 'restore' || effect.kind === 'delete') {
    const row = archived.find(({ project_id }) => project_id === effect.project)
    if (!row) throw new Error(`The project ${effect.project} is missing from the archive`)
    await (effect.kind === 'restore' ? restoreArchived(tx, row) : deleteArchived(tx, row))
  }
}
