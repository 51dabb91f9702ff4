/** What was revoked after the backup that was restored. */
import * as revocations from '@envhold/contract/operator/revocations.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { dismissRevocations } from './dismiss-revocations.ts'
import { listRevocations } from './list-revocations.ts'

export const revocationRoutes = (ctx: Context): Route[] => [
  route(revocations.listRevocations, async (call) => ({ json: await listRevocations(ctx, call) })),
  route(revocations.dismissRevocations, async (call) => ({ json: await dismissRevocations(ctx, call) })),
]
