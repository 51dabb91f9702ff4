import type { Compliance } from '@envhold/contract/compliance.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { evaluate } from './evaluate.ts'
import { excessOf, isOver, isOverProjects } from './excess.ts'
import type { Facts } from './facts.ts'
import { type LoadedAccount, loadAccount } from './load-account.ts'

/** The plan that the grace period leads to, as the specification calls it. */
const pendingPlanName = 'Starter Plan'

/**
 * Whether an account is within its plan's limits, as of now: what the next sweep would find is shown before it runs.
 * @throws AppError NOT_FOUND if the account never had a grace period or an archived project
 */
export async function readCompliance(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<Compliance> {
  const loaded = await loadAccount(ctx, userId)
  const compliance = loaded && complianceOf(loaded, ctx.clock())
  if (!compliance) throw new AppError('NOT_FOUND', { message: 'There is no compliance status.' })
  return compliance
}

/** undefined: there never was anything to comply with. */
function complianceOf({ facts }: LoadedAccount, now: number): Compliance | undefined {
  const { next } = evaluate(facts, now, { destructive: false })
  if (next.graces === 0 && next.archived.length === 0) return undefined
  const { grace } = next
  const keep = grace?.keep ?? []
  return {
    compliant: next.isEntitled || !isOver(next),
    inGracePeriod: grace !== null,
    gracePeriodEnd: grace && wireTime(grace.end),
    action: actionOf(next),
    maxProjects: next.maxProjects,
    maxCollaborators: next.maxPeople,
    pendingPlanName: grace && pendingPlanName,
    archivedProjects: next.archived.length,
    projectCount: next.projects.length,
    collaboratorCount: next.people.length,
    keep: [...keep],
    toArchive: grace ? excessOf(next, keep).projects.map(({ id }) => id) : [],
  }
}

function actionOf(facts: Facts): Compliance['action'] {
  if (facts.isEntitled || !isOver(facts)) return null
  return isOverProjects(facts) ? 'archive_projects' : 'upgrade_required'
}
