import { unlimited } from '@envhold/contract/plans.ts'
import type { StoredPlan } from '../../plans/plan-store.ts'
import type { Limit } from './plan-use-store.ts'

const isLowered = (before: number, after: number) =>
  after !== unlimited && (before === unlimited || after < before)

/** The limits that a change lowers; the others do not matter to what follows from it. */
export const loweredLimits = (
  before: StoredPlan,
  after: { readonly max_projects: number; readonly max_collaborators: number },
): Limit => ({
  plan: before.name,
  maxProjects: isLowered(before.max_projects, after.max_projects) ? after.max_projects : unlimited,
  maxPeople: isLowered(before.max_collaborators, after.max_collaborators)
    ? after.max_collaborators
    : unlimited,
})
