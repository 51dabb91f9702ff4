import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { evaluate } from './evaluate.ts'
import { excessOf, isOver, isOverProjects } from './excess.ts'
import type { Facts } from './facts.ts'
import { type LoadedAccount, loadAccount } from './phase-account.ts'

/** What the specification calls the plan that a grace period leads to. */
const pendingPlanName = 'Starter Plan'

/**
 * Whether an account is within its plan's limits, as of now: what the next sweep would find is shown before it runs.
 * undefined if the account never had a grace period or an archived project.
 */
export async function readComplianceView(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
): Promise<Compliance | undefined> {
  const loaded = await loadAccount(ctx, userId)
  return loaded && complianceOf(loaded, ctx.clock())
}

/** {@link readComplianceView}. @throws AppError NOT_FOUND */
export async function requireCompliance(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
): Promise<Compliance> {
  const compliance = await readComplianceView(ctx, userId)
  if (!compliance) throw notFound('There is no compliance status.')
  return compliance
}

/** undefined: there never was anything to comply with. */
function complianceOf({ facts, plan }: LoadedAccount, now: number): Compliance | undefined {
  const { next } = evaluate(facts, now, { destructive: false })
  if (next.graces === 0 && next.archived.length === 0) return undefined
  const { grace } = next
  const { keep, retainedPeople } = grace ?? { keep: [], retainedPeople: [] }
  const excess = grace ? excessOf(next, grace) : undefined
  return {
    compliant: next.isEntitled || !isOver(next),
    inGracePeriod: grace !== null,
    gracePeriodEnd: grace && wireTime(grace.end),
    action: actionOf(next),
    maxProjects: next.maxProjects,
    maxCollaborators: next.maxCollaborators,
    pendingPlanName: grace && pendingPlanName,
    pendingPlanDisplayName: grace && plan.display_name,
    archivedProjects: next.archived.length,
    projectCount: next.projects.length,
    collaboratorCount: next.people.length,
    keep: [...keep],
    toArchive: excess?.projects.map(({ id }) => id) ?? [],
    keepPeople: [...retainedPeople],
    toPause: excess?.people.map(({ email }) => email) ?? [],
  }
}

function actionOf(facts: Facts): Compliance['action'] {
  if (facts.isEntitled || !isOver(facts)) return null
  return isOverProjects(facts) ? 'archive_projects' : 'upgrade_required'
}
