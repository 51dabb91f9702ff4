import { readUserStatus as endpoint } from '@envhold/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { readUserStatus } from './read-user-status.ts'

export const accountRoutes = (ctx: Context): Route[] => [
  route(endpoint, async ({ caller }) => ({ json: await readUserStatus(ctx, caller.userId) })),
]
