import type { verifyEmail as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { consumeEmailToken } from '../../users/email-token-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { changeUser } from '../../users/user-store.ts'
import { findLinkedAccount } from './email-verification-link.ts'
import { invalidLink, linksPerIp } from './mailed-link.ts'

const otherAccount = () =>
  new AppError('FORBIDDEN', {
    message: 'This link belongs to another account. Sign in to the account named in the mail.',
  })

/**
 * Verifies the e-mail address of the signed-in account. The link shows that its bearer reads the mail; the session
 * shows that the account is theirs. With the link alone, the owner of an address could verify an account that a
 * stranger created with it.
 */
export async function verifyEmail(
  ctx: Context,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const { row, user } = await findLinkedAccount(tx, body.token)
    if (user.id !== userId) throw otherAccount()
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    if (user.email_verified_at !== null) return
    if (!(await changeUser(tx, user, { email_verified_at: ctx.clock() }))) throw invalidLink()
    const description = `${user.username} verified the e-mail address`
    tx.record({ type: 'email_verified', severity: 'low', description })
  })
  return { message: 'Your e-mail address is verified.' }
}
