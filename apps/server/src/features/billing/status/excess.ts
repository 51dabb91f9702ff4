import { unlimited } from '@envhold/contract/plans.ts'
import type { Context } from '../../../context.ts'
import { listPeopleEmails } from '../../collaborators/invitation-store.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { listOwnedProjects } from '../../projects/project-store.ts'
import { freePlan } from './free-plan.ts'

export interface Excess {
  readonly max_projects: number
  readonly max_collaborators: number
  /** Those beyond the limit: the newest. */
  readonly projects: readonly { readonly id: number; readonly name: string }[]
  /** Their e-mail addresses. */
  readonly people: readonly string[]
}

const beyond = <T>(all: readonly T[], max: number): readonly T[] => (max === unlimited ? [] : all.slice(max))

/** What an account has beyond the free plan. */
export async function excessOf(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<Excess> {
  const plan = await findPlan(ctx, freePlan)
  if (!plan) throw new Error(`The plan ${freePlan} is missing`)
  const { max_projects, max_collaborators } = plan
  const projects = (await listOwnedProjects(ctx, userId)).toSorted(
    (left, right) => left.created_at - right.created_at || left.id - right.id,
  )
  const people = [...(await listPeopleEmails(ctx.db, userId, ctx.clock()))]
  return {
    max_projects,
    max_collaborators,
    projects: beyond(projects, max_projects).map(({ id, name }) => ({ id, name })),
    people: beyond(people, max_collaborators),
  }
}
