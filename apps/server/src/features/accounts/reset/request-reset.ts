import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type requestPasswordReset as endpoint, resetMinutes } from '@envhold/contract/password-reset.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { canonical } from '../../users/canonical.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { findUserByEmail } from '../../users/user-store.ts'
import { startReset } from './start-reset.ts'
import type { WorkAfterAnswer } from './work-after-answer.ts'

const perIp: AttemptRule = { kind: 'reset-address', limit: 30, windowMs: 3_600_000 }

const answers = {
  mailed: `If this address belongs to an account, a link for a new password is on its way. It works for ${resetMinutes} minutes.`,
  notMailed:
    'This server sends no mail. Ask its operator for a link: they can start a reset, but cannot choose or see your password.',
}

/** Asks for a new password. Neither the answer nor its time reveals whether the address belongs to an account. */
export async function requestReset(
  ctx: Context,
  afterAnswer: WorkAfterAnswer,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, perIp, origin.ip)
  if (!ctx.mail.hasServer) return { message: answers.notMailed }
  afterAnswer(async () => {
    const user = await findUserByEmail(ctx, canonical(body.email))
    const { signal: _, ...asked } = origin
    if (user) await startReset(ctx, user, asked)
  })
  return { message: answers.mailed }
}
