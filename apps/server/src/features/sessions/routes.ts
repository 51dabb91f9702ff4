/**
 * Sessions: the current user, the list of sessions, signing out and ending sessions. The accounts slice signs users in.
 */
import * as settings from '@envhold/contract/account-settings.ts'
import * as endpoints from '@envhold/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { logout } from './logout.ts'
import { readSession } from './read-session.ts'
import type { SessionDeps } from './session-deps.ts'

export const sessionRoutes = (ctx: Context, deps: SessionDeps): Route[] => [
  route(endpoints.logout, async (call) => ({ json: await logout(ctx, deps, call) })),
  route(endpoints.readSession, async ({ caller }) => ({ json: await readSession(ctx, caller.userId) })),
  route(settings.listSessions, async ({ caller }) => ({ json: await listSessions(ctx, caller) })),
  route(settings.endSession, async (call) => ({ json: await endSession(ctx, deps, call) })),
  route(settings.endOtherSessions, async (call) => ({ json: await endOtherSessions(ctx, deps, call) })),
]
