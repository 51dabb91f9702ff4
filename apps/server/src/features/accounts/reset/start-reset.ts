import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { issueReset, mailReset } from './issue-reset.ts'

/**
 * Mails an account a link that sets a new password, three times an hour at most. Without a mail server nothing
 * happens: an operator prints a link.
 * @returns whether the mail server accepted it
 */
export async function startReset(ctx: Context, { id }: Pick<User, 'id'>, origin: Origin): Promise<boolean> {
  if (!ctx.mail.hasServer) return false
  const issued = await transact(ctx, { userId: id, origin }, async (tx) => {
    await tx.lock([id])
    const user = await findUser(tx, id)
    return user && (await issueReset(tx, user, origin))
  })
  return issued !== undefined && (await mailReset(ctx, issued))
}
