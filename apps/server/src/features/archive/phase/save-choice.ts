import { unlimited } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { saveAccountPhase } from '../../plans/account-phase-store.ts'
import { loadAccount } from './load-account.ts'
import { updatePhase } from './update-phase.ts'

const wrong = (message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'projects', message }] })

/**
 * Stores which projects stay when the grace period ends. The account is locked.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
export async function saveChoice(tx: Tx, userId: number, keep: readonly number[]): Promise<void> {
  // A grace period that no sweep has noticed begins now.
  await updatePhase(tx, userId)
  const loaded = await loadAccount(tx, userId)
  if (!loaded?.facts.grace)
    throw new AppError('CONFLICT', { message: 'There is no grace period to choose projects for.' })
  const { maxProjects, projects } = loaded.facts
  if (maxProjects !== unlimited && keep.length > maxProjects)
    throw wrong(`Your plan keeps ${maxProjects} ${maxProjects === 1 ? 'project' : 'projects'}`)
  const own = new Set(projects.map(({ id }) => id))
  if (!keep.every((id) => own.has(id))) throw wrong('Must be projects of yours')
  await saveAccountPhase(tx, { ...loaded.phase, keep: JSON.stringify(keep) })
}
