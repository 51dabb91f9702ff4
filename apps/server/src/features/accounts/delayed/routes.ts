/** Changes of an account that take effect later unless they are stopped. */
import * as endpoints from '@envhold/contract/delayed-changes.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { AccountDeps } from '../account-deps.ts'
import { listDelayedChangesOf } from './delayed-change-store.ts'
import { delayedChangeView } from './delayed-change-view.ts'
import { startEmptyVault } from './start-empty-vault.ts'
import { stopDelayedChange } from './stop-delayed-change.ts'

export const delayedChangeRoutes = (ctx: Context, deps: AccountDeps): Route[] => [
  route(endpoints.listDelayedChanges, async ({ caller }) => ({
    json: { changes: (await listDelayedChangesOf(ctx, caller.userId)).map(delayedChangeView) },
  })),
  route(endpoints.startEmptyVault, async (call) => ({
    status: 201,
    json: await startEmptyVault(ctx, deps, call),
  })),
  route(endpoints.stopDelayedChange, async (call) => ({ json: await stopDelayedChange(ctx, call) })),
]
