import type { sendVerification as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { lockRows } from '../../../db/lock-rows.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Call } from '../../../http/route.ts'
import { verifyEmail } from '../../../mail/templates/email.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/require-rate-limit.ts'
import { findUser } from '../../users/user-store.ts'
import { issueEmailVerification } from './issue-email-verification.ts'

const hourMs = 3_600_000
/** Each mail may reach a person who did not ask for it. */
const perAccount: AttemptRule = { kind: 'verification', limit: 5, windowMs: hourMs }
const perIp: AttemptRule = { kind: 'verification-address', limit: 30, windowMs: hourMs }

/** Mails a new verification link. Earlier links stop working. */
export async function sendVerification(
  ctx: Context,
  { caller: { userId }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const known = await findUser(ctx, userId)
  if (!known) throw new AppError('UNAUTHENTICATED')
  if (known.email_verified_at !== null)
    throw new AppError('CONFLICT', { message: 'This e-mail address is already verified.' })
  if (!ctx.mail.hasServer)
    throw new AppError('CONFLICT', {
      message:
        'This server sends no mail, so it cannot verify e-mail addresses. Ask its operator to set SMTP_URL. To join a project, open the link that its owner gave you.',
    })
  await requireNetworkLimit(ctx, perIp, origin.ip)
  await requireRateLimit(ctx, perAccount, String(userId))
  const link = await inTransaction(ctx, async (tx) => {
    await lockRows(tx, 'users', [userId])
    return await issueEmailVerification(tx, known)
  })
  const variables = { account: known.username, link }
  if (!(await ctx.mail.sendNow(verifyEmail, { to: known.email, variables })))
    throw new AppError('UNAVAILABLE', {
      message: 'The mail could not be sent. Try again in a few minutes.',
    })
  return { message: `A link is on its way to ${known.email}.` }
}
