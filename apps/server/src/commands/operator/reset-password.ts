import { AppError, conflict } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { issueReset, mailReset } from '../../features/accounts/mailed-links/issue-reset.ts'
import { transact } from '../../features/audit-log/tx.ts'
import { recordOperatorAction } from '../../features/operator/users/operator-action-store.ts'
import type { User } from '../../features/users/user-store.ts'
import { actor } from '../command.ts'
import { findAccount } from './find-account.ts'

const origin = { requestId: 'operator', ip: '', userAgent: 'envhold-server operator' }

/**
 * Starts a reset: the user chooses the password, the operator never does.
 * @returns the link if there is no mail server to send it. It is not stored and cannot be shown again
 * @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE
 */
export async function startResetOf(
  ctx: Context,
  account: string,
): Promise<{ readonly user: User; readonly link: string | null }> {
  const { user, reset } = await transact(ctx, actor, async (tx) => {
    const user = await findAccount(tx, account)
    await tx.lock([user.id])
    const reset = await issueReset(tx, user, origin)
    if (reset)
      await recordOperatorAction(tx, { userId: user.id, act: 'start_reset', reason: '', details: {} })
    return { user, reset }
  })
  if (!reset)
    throw conflict('This account is deleted, or got three links within the last hour. Try again later.')
  if (!ctx.mail.hasServer) return { user, link: reset.variables.link }
  if (!(await mailReset(ctx, reset)))
    throw new AppError('UNAVAILABLE', {
      message: 'The mail could not be sent. Check SMTP_URL and try again.',
    })
  return { user, link: null }
}
