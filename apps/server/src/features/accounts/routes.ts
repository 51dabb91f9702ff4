import * as settings from '@envhold/contract/account-settings.ts'
import { readUserStatus as endpoint } from '@envhold/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { openVerification } from './open-verification.ts'
import { readUserStatus } from './read-user-status.ts'
import { sendVerification } from './send-verification.ts'
import { updateProfile } from './update-profile.ts'
import { verifyEmail } from './verify-email.ts'

export const accountRoutes = (ctx: Context): Route[] => [
  route(endpoint, async ({ caller }) => ({ json: await readUserStatus(ctx, caller.userId) })),
  route(settings.updateProfile, async (call) => ({ json: await updateProfile(ctx, call) })),
  route(settings.sendVerification, async (call) => ({ json: await sendVerification(ctx, call) })),
  route(settings.openVerification, async (call) => ({ json: await openVerification(ctx, call) })),
  route(settings.verifyEmail, async (call) => ({ json: await verifyEmail(ctx, call) })),
]
