import * as plans from '@envhold/contract/operator/plans.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { listEveryPlan } from '../../plans/plan-change-store.ts'
import type { UpdatePhase } from './begin-grace.ts'
import { createPlan } from './create-plan.ts'
import { deletePlan } from './delete-plan.ts'
import { viewPlans } from './plan-view.ts'
import { previewPlanChange } from './preview-plan-change.ts'
import { updatePlan } from './update-plan.ts'

/** Plans, as operators edit them. */
export const planRoutes = (ctx: Context, updatePhase: UpdatePhase): Route[] => [
  route(plans.listAllPlans, async () => ({
    json: { plans: await viewPlans(ctx, await listEveryPlan(ctx)) },
  })),
  route(plans.createPlan, async (call) => ({ status: 201, json: await createPlan(ctx, call) })),
  route(plans.previewPlanChange, async (call) => ({ json: await previewPlanChange(ctx, call) })),
  route(plans.updatePlan, async (call) => ({ json: await updatePlan(ctx, updatePhase, call) })),
  route(plans.deletePlan, async (call) => {
    await deletePlan(ctx, call)
    return { json: { message: 'Plan deleted successfully' } }
  }),
]
