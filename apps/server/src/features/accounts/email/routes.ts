/** The e-mail address of an account: verifying it, and changing it. */
import * as settings from '@envhold/contract/account-settings.ts'
import * as endpoints from '@envhold/contract/email-change.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { createWorkAfterAnswer } from '../reset/work-after-answer.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changeEmail } from './change-email.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { openEmailChange } from './open-email-change.ts'
import { openVerification } from './open-verification.ts'
import { readEmailChange } from './read-email-change.ts'
import { sendVerification } from './send-verification.ts'
import { verifyEmail } from './verify-email.ts'

export const emailRoutes = (
  ctx: Context,
  afterAnswer = createWorkAfterAnswer(ctx, 'email-change-link'),
): Route[] => [
  route(settings.sendVerification, async (call) => ({ json: await sendVerification(ctx, call) })),
  route(settings.openVerification, async (call) => ({ json: await openVerification(ctx, call) })),
  route(settings.verifyEmail, async (call) => ({ json: await verifyEmail(ctx, call) })),
  route(endpoints.readEmailChange, async ({ caller }) => ({
    json: await readEmailChange(ctx, caller.userId),
  })),
  route(endpoints.changeEmail, async (call) => ({ json: await changeEmail(ctx, afterAnswer, call) })),
  route(endpoints.cancelEmailChange, async (call) => ({ json: await cancelEmailChange(ctx, call) })),
  route(endpoints.openEmailChange, async (call) => ({ json: await openEmailChange(ctx, call) })),
  route(endpoints.confirmEmailChange, async (call) => ({ json: await confirmEmailChange(ctx, call) })),
]
