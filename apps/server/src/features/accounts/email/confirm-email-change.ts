import type { confirmEmailChange as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { transact } from '../../audit-log/tx.ts'
import { canonical } from '../../users/canonical.ts'
import { consumeEmailToken, deleteEmailTokensOf } from '../../users/email-token-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { changeUser } from '../../users/user-store.ts'
import { emailBelongsToOther, orEmailTaken } from './email-belongs-to-other.ts'
import { findEmailChangeLink } from './email-change-link.ts'
import { isEmailReserved, markConfirmed } from './email-change-store.ts'
import { invalidLink, linksPerIp } from './mailed-link.ts'

const otherAccount = () =>
  new AppError('FORBIDDEN', {
    message: 'This link belongs to another account. Sign in to the account named in the mail.',
  })

/**
 * Changes the e-mail address. The link shows that its bearer reads the mail; the session shows that the account is
 * theirs. The former address can undo the change.
 */
export async function confirmEmailChange(
  ctx: Context,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const changing = transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const { row, user, change } = await findEmailChangeLink(tx, body.token)
    if (user.id !== userId) throw otherAccount()
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    const now = tx.clock()
    const email = change.new_email
    const email_canonical = canonical(email)
    const changed = await changeUser(tx, user, { email, email_canonical, email_verified_at: now })
    if (!changed) throw invalidLink()
    // After the write: a change that gave up this address at the same time has committed by then.
    if (await isEmailReserved(tx, email_canonical, userId)) throw emailBelongsToOther()
    await markConfirmed(tx, change, now)
    await deleteEmailTokensOf(tx.db, userId, ['verify-email', 'reset-password'])
    tx.revoked({ kind: 'email', userId })
    const variables = { ...noticeVariables(tx, userId, origin), changeId: change.id, newEmail: email }
    await queueMail(tx, 'emailChanged', { to: user.email, variables })
    const description = `${user.username} changed the e-mail address`
    tx.record({ type: 'email_change_done', severity: 'high', description })
    return email
  })
  return { message: `Your e-mail address is now ${await orEmailTaken(changing)}.` }
}
