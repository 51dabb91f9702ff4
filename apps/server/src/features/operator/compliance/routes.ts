import * as compliance from '@envhold/contract/operator/compliance.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { readArchiveStats, readComplianceStats, readDunningStats } from './compliance-stats.ts'

export const complianceRoutes = (ctx: Context): Route[] => [
  route(compliance.readComplianceStats, async () => ({ json: await readComplianceStats(ctx) })),
  route(compliance.readArchiveStats, async () => ({ json: await readArchiveStats(ctx) })),
  route(compliance.readDunningStats, async () => ({ json: await readDunningStats(ctx) })),
]
