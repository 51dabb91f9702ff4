/** Whether an account is within its plan's limits, and what follows if it is not. */
import * as contract from '@envhold/contract/compliance.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { readCompliance } from './read-compliance.ts'
import { readComplianceHistory } from './read-compliance-history.ts'
import { retainProjects } from './retain-projects.ts'

export const complianceRoutes = (ctx: Context): Route[] => [
  route(contract.readCompliance, async ({ caller }) => ({ json: await readCompliance(ctx, caller.userId) })),
  route(contract.retainProjects, async (call) => ({ json: await retainProjects(ctx, call) })),
  route(contract.readComplianceHistory, async ({ caller }) => ({
    json: await readComplianceHistory(ctx, caller.userId),
  })),
]
