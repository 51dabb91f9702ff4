/**
 * Sessions: registering, signing in and out, where somebody is signed in, and what ends sessions: a new password, and
 * deleting the account. An account on its own – who
 * somebody is, what proves it, how often that may be tried – is the rung below; a session is somebody who proved it.
 */
import * as settings from '@envhold/contract/account-settings.ts'
import * as endpoints from '@envhold/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { readSession } from './read-session.ts'
import { register } from './register.ts'
import type { SessionParts } from './session-parts.ts'

export const sessionRoutes = (ctx: Context, parts: SessionParts): Route[] => [
  route(endpoints.register, async (call) => ({ json: await register(ctx, parts, call) })),
  route(endpoints.login, async (call) => ({ json: await login(ctx, parts, call) })),
  route(endpoints.logout, async (call) => ({ json: await logout(ctx, parts, call) })),
  route(endpoints.readSession, async ({ caller }) => ({ json: await readSession(ctx, caller.userId) })),
  route(endpoints.changePassword, async (call) => ({ json: await changePassword(ctx, parts, call) })),
  route(settings.listSessions, async ({ caller }) => ({ json: await listSessions(ctx, caller) })),
  route(settings.endSession, async (call) => ({ json: await endSession(ctx, parts, call) })),
  route(settings.endOtherSessions, async (call) => ({ json: await endOtherSessions(ctx, parts, call) })),
  route(settings.deleteAccount, async (call) => ({ json: await deleteAccount(ctx, parts, call) })),
]
