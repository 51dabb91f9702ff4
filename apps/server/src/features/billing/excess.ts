import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../context.ts'
import { excessOf as chooseExcess } from '../archive/phase/excess.ts'
import { loadAccount } from '../archive/phase/phase-account.ts'
import { findPlan } from '../plans/plan-store.ts'

export interface Excess {
  readonly max_projects: number
  readonly max_collaborators: number
  /** Those that the end of a grace period would archive. */
  readonly projects: readonly { readonly id: number; readonly name: string }[]
  /** The e-mail addresses of those whose access it would pause. */
  readonly people: readonly string[]
}

/** What an account has beyond a plan. */
export async function excessOf(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
  name = freePlan,
): Promise<Excess> {
  const plan = await findPlan(ctx, name)
  const account = await loadAccount(ctx, userId)
  if (!plan || !account) throw new Error(`The plan ${name} or the account ${userId} is missing`)
  const { max_projects, max_collaborators } = plan
  const { facts, live } = account
  const limited = { ...facts, maxProjects: max_projects, maxCollaborators: max_collaborators }
  const { projects, people } = chooseExcess(limited, facts.grace ?? undefined)
  const ids = new Set(projects.map(({ id }) => id))
  return {
    max_projects,
    max_collaborators,
    projects: live.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name })),
    people: people.map(({ email }) => email),
  }
}
