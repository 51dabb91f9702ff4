import type { retainProjects as endpoint } from '@envhold/contract/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { unlimited } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { saveAccountPhase } from '../../plans/account-phase-store.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { archiveRule } from '../archive-rule.ts'
import { loadAccount } from './load-account.ts'
import { readCompliance } from './read-compliance.ts'
import { updatePhase } from './update-phase.ts'

/**
 * Chooses the projects that stay when the grace period ends.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
export async function retainProjects(
  ctx: Context,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRateLimit(ctx, archiveRule, String(caller.userId))
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId])
    await saveChoice(tx, caller.userId, [...new Set(body.projects)])
    return await readCompliance(tx, caller.userId)
  })
}

const wrong = (message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'projects', message }] })

/**
 * Stores which projects stay when the grace period ends. The account is locked.
 * @throws AppError CONFLICT outside a grace period, VALIDATION_FAILED
 */
async function saveChoice(tx: Tx, userId: number, keep: readonly number[]): Promise<void> {
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
