import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { ReadOnlyReason } from '@envhold/contract/projects/projects.ts'
import type { DbContext } from '../../context.ts'
import {
  countProjectsOf,
  findOwner,
  listCountedCollaborators,
  listOwners,
  type Owner,
} from './compliance-state-store.ts'
import { countOwnedProjects } from './project-store.ts'
import { type ComplianceState, readOnlyReason } from './rights.ts'

const isAbove = (count: number, max: number) => max !== unlimited && count > max

/** The state of an owner whose use does not matter; undefined if what the account uses decides. */
function stateWithoutUse({ status, role, plan, hadPaid }: Owner): ComplianceState | undefined {
  if (status !== 'ACTIVE') return 'suspended'
  const isLapsed = plan === freePlan && hadPaid && role !== 'SUPER_ADMIN'
  return isLapsed ? undefined : 'compliant'
}

/**
 * An owner's state now. It follows from plan and use, and not from the phase in which the last sweep left the
 * account, so it is right before the sweep too.
 * @throws TamperedRowError
 */
export async function readComplianceState(
  ctx: DbContext<'secrets' | 'clock'>,
  ownerId: number,
): Promise<ComplianceState> {
  const owner = await findOwner(ctx, ownerId)
  const known = stateWithoutUse(owner)
  if (known) return known
  if (isAbove(await countOwnedProjects(ctx.db, ownerId), owner.maxProjects)) return 'over project limit'
  if (owner.maxCollaborators === unlimited) return 'compliant'
  const people = await listCountedCollaborators(ctx.db, ownerId, ctx.clock())
  return isAbove(people.length, owner.maxCollaborators) ? 'over collaborator limit' : 'compliant'
}

/** Why the projects of these owners are read-only, in two queries; null where they are not. */
export async function readOnlyReasonsOf(
  ctx: DbContext<'secrets'>,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, ReadOnlyReason | null>> {
  const owners = await listOwners(ctx, [...new Set(ownerIds)])
  const lapsed = owners.filter((owner) => stateWithoutUse(owner) === undefined)
  const counts = await countProjectsOf(
    ctx.db,
    lapsed.map(({ id }) => id),
  )
  // Too many people make nothing read-only, so they are not counted.
  const stateOf = (owner: Owner): ComplianceState =>
    stateWithoutUse(owner) ??
    (isAbove(counts.get(owner.id) ?? 0, owner.maxProjects) ? 'over project limit' : 'compliant')
  return new Map(owners.map((owner) => [owner.id, readOnlyReason(stateOf(owner))]))
}
