/** A new account password with a mailed link. */
import * as endpoints from '@envhold/contract/password-reset.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { AccountDeps } from '../account-deps.ts'
import { openReset } from './open-reset.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { createWorkAfterAnswer } from './work-after-answer.ts'

export function resetRoutes(ctx: Context, deps: AccountDeps): Route[] {
  const afterAnswer = createWorkAfterAnswer(ctx, 'password-reset')
  return [
    route(endpoints.requestPasswordReset, async (call) => ({
      json: await requestReset(ctx, afterAnswer, call),
    })),
    route(endpoints.openPasswordReset, async (call) => ({ json: await openReset(ctx, call) })),
    route(endpoints.resetPassword, async (call) => ({ json: await resetPassword(ctx, deps, call) })),
  ]
}
