import type { previewSubscriptionChange } from '@envhold/contract/billing/plan-change.ts'
import type { Plan } from '@envhold/contract/billing/plans.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { DbContext } from '../../../context.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { readPlanUse } from '../plan-use.ts'

/** The limits of two plans beside what an account uses of them. */
export async function limitsOf(
  ctx: DbContext<'engine' | 'secrets' | 'clock'>,
  userId: number,
  { before: name, after }: { readonly before: string; readonly after: Plan },
): Promise<OutputOf<typeof previewSubscriptionChange>['limits']> {
  const before = (await findPlan(ctx, name)) ?? after
  const use = await readPlanUse(ctx, userId, before)
  const both = (
    limit: OutputOf<typeof previewSubscriptionChange>['limits'][number]['limit'],
    key: Exclude<keyof Plan, 'name' | 'display_name' | 'description' | 'price_yearly'>,
    used: number | null,
  ) => ({ limit, before: before[key], after: after[key], used })
  return [
    both('projects', 'max_projects', use.projects_count),
    both('collaborators', 'max_collaborators', use.collaborators_count),
    both('stored_bytes', 'max_stored_bytes', use.stored_bytes),
    both('api_calls_per_month', 'max_api_calls_per_month', use.api_calls_count),
    both('api_calls_per_hour', 'api_rate_limit_per_hour', null),
  ]
}
