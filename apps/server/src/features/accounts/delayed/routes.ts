/** Changes of an account that take effect later unless they are stopped. */
import * as endpoints from '@envhold/contract/delayed-changes.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { listDelayedChangesOf } from './delayed-change-store.ts'
import { delayedChangeView } from './delayed-change-view.ts'
import { stopDelayedChange } from './stop-delayed-change.ts'

export const delayedChangeRoutes = (ctx: Context): Route[] => [
  route(endpoints.listDelayedChanges, async ({ caller }) => ({
    json: { changes: (await listDelayedChangesOf(ctx, caller.userId)).map(delayedChangeView) },
  })),
  route(endpoints.stopDelayedChange, async (call) => ({ json: await stopDelayedChange(ctx, call) })),
]
