/** The links of security mails, which protect an account without signing in. */
import * as endpoints from '@envhold/contract/mailed-links.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { AccountDeps } from '../account-deps.ts'
import { openProtection } from './open-protection.ts'
import { useProtection } from './use-protection.ts'

export const protectionRoutes = (ctx: Context, deps: AccountDeps): Route[] => [
  route(endpoints.openProtection, async (call) => ({ json: await openProtection(ctx, call) })),
  route(endpoints.useProtection, async (call) => ({ json: await useProtection(ctx, deps, call) })),
]
