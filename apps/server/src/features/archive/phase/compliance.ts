/** Whether an account is within its plan's limits, and what follows if it is not. */

import * as contract from '@envhold/contract/archive/compliance.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { conflict, fieldError } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, type Tx, transact } from '../../audit-log/tx.ts'
import { saveAccountPhase } from '../../plans/account-phase-store.ts'
import { requireArchiveRate } from '../archive-by-owner.ts'
import { requireCompliance } from './compliance-view.ts'
import { loadAccount } from './phase-account.ts'
import { selectComplianceHistory } from './phase-store.ts'
import { updatePhase } from './update-phase.ts'

export const readCompliance = verb(contract.readCompliance, (ctx, { caller }) =>
  requireCompliance(ctx, caller.userId),
)

/**
 * Chooses the projects that stay when the grace period ends.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
export const retainProjects = verb(contract.retainProjects, async (ctx, { caller, body, origin }) => {
  await requireArchiveRate(ctx, caller.userId)
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId])
    await saveChoice(tx, caller.userId, [...new Set(body.projects)])
    return await requireCompliance(tx, caller.userId)
  })
})

export const readComplianceHistory = verb(contract.readComplianceHistory, async ({ db }, { caller }) => {
  const entries = await selectComplianceHistory(db, caller.userId).execute()
  return {
    entries: entries.map(({ event_type, description, at }) => ({
      type: event_type,
      description,
      created_at: wireTime(at),
    })),
  }
})

const wrong = (message: string) => fieldError('projects', message)

/**
 * Stores which projects stay when the grace period ends. The account is locked.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
async function saveChoice(tx: Tx, userId: number, keep: readonly number[]): Promise<void> {
  // A grace period that no sweep has noticed begins now.
  await updatePhase(tx, userId)
  const loaded = await loadAccount(tx, userId)
  if (!loaded?.facts.grace) throw conflict('There is no grace period to choose projects for.')
  const { maxProjects, projects } = loaded.facts
  if (maxProjects !== unlimited && keep.length > maxProjects)
    throw wrong(`Your plan keeps ${formatCount(maxProjects, 'project')}`)
  const own = new Set(projects.map(({ id }) => id))
  if (!keep.every((id) => own.has(id))) throw wrong('Must be projects of yours')
  await saveAccountPhase(tx, { ...loaded.phase, keep: JSON.stringify(keep) })
}
