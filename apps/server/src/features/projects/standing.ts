import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { ReadOnlyReason } from '@envhold/contract/projects/projects.ts'
import type { DbContext } from '../../context.ts'
import { countOwnedProjects } from './project-store.ts'
import { type ComplianceState, readOnlyReason } from './rights.ts'
import {
  countProjectsOf,
  findOwner,
  listCountedCollaborators,
  listOwners,
  type Owner,
} from './standing-store.ts'

const isAbove = (count: number, max: number) => max !== unlimited && count > max

/** The standing of an owner whose use does not matter; undefined if what the account uses decides. */
function standingWithoutUse({ status, role, plan, hadPaid }: Owner): ComplianceState | undefined {
  if (status !== 'ACTIVE') return 'suspended'
  const isLapsed = plan === freePlan && hadPaid && role !== 'SUPER_ADMIN'
  return isLapsed ? undefined : 'compliant'
}

/**
 * An owner's standing now. It follows from plan and use, and not from the phase in which the last sweep left the
 * account, so it is right before the sweep too.
 * @throws TamperedRowError
 */
export async function readComplianceState(
  ctx: DbContext<'secrets' | 'clock'>,
  ownerId: number,
): Promise<ComplianceState> {
  const owner = await findOwner(ctx, ownerId)
  const known = standingWithoutUse(owner)
  if (known) return known
  if (isAbove(await countOwnedProjects(ctx.db, ownerId), owner.maxProjects)) return 'over projects'
  if (owner.maxCollaborators === unlimited) return 'compliant'
  const people = await listCountedCollaborators(ctx.db, ownerId, ctx.clock())
  return isAbove(people.length, owner.maxCollaborators) ? 'over people' : 'compliant'
}

/** Why the projects of these owners are read-only, in two queries; null where they are not. */
export async function readOnlyReasonsOf(
  ctx: DbContext<'secrets'>,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, ReadOnlyReason | null>> {
  const owners = await listOwners(ctx, [...new Set(ownerIds)])
  const lapsed = owners.filter((owner) => standingWithoutUse(owner) === undefined)
  const counts = await countProjectsOf(
    ctx.db,
    lapsed.map(({ id }) => id),
  )
  // Too many people make nothing read-only, so they are not counted.
  const standingOf = (owner: Owner): ComplianceState =>
    standingWithoutUse(owner) ??
    (isAbove(counts.get(owner.id) ?? 0, owner.maxProjects) ? 'over projects' : 'compliant')
  return new Map(owners.map((owner) => [owner.id, readOnlyReason(standingOf(owner))]))
}
