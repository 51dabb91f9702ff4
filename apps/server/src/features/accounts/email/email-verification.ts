/** Verifying the e-mail address of an account. */

import * as settings from '@envhold/contract/accounts/account-settings.ts'
import { AppError, conflict } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { lockRows } from '../../../db/lock-rows.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { verb } from '../../../http/verb.ts'
import { verifyEmail as verifyMail } from '../../../mail/templates/email.ts'
import { transact } from '../../audit-log/tx.ts'
import { requireNetworkLimit, requireRateLimit, requireRateLimitLeft } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { mailboxOf, nameIdentity } from '../../users/canonical.ts'
import { consumeEmailToken } from '../../users/email-token-store.ts'
import { changeUser, requireUser } from '../../users/user-store.ts'
import {
  findMailedLink,
  invalidLink,
  issueEmailVerification,
  linkOfOther,
  linksPerIp,
  verificationsPerMailbox,
} from './mailed-link.ts'

const hourMs = 3_600_000
/** Each mail may reach a person who did not ask for it. */
const perAccount: AttemptRule = { kind: 'verification', limit: 5, windowMs: hourMs }
const perIp: AttemptRule = { kind: 'verification-address', limit: 30, windowMs: hourMs }

/** Mails a new verification link. Earlier links stop working. */
export const sendVerification = verb(settings.sendVerification, async (ctx, call) => {
  const { origin } = call
  const { userId } = call.caller
  const known = await requireUser(ctx, userId)
  if (known.email_verified_at !== null) throw conflict('This e-mail address is already verified.')
  if (!ctx.mail.hasServer)
    throw new AppError('CONFLICT', {
      message:
        'This server sends no mail, so it cannot verify e-mail addresses. Ask its operator to set SMTP_URL. To join a project, open the link that its owner gave you.',
    })
  await requireNetworkLimit(ctx, perIp, origin.ip)
  await requireRateLimit(ctx, perAccount, String(userId))
  const mailbox = nameIdentity(mailboxOf(known.email_canonical))
  await requireRateLimitLeft(ctx, verificationsPerMailbox, mailbox)
  const link = await inTransaction(ctx, async (tx) => {
    await lockRows(tx, 'users', [userId])
    return await issueEmailVerification(tx, known)
  })
  if (link === undefined) throw new AppError('RATE_LIMITED')
  const variables = { account: known.username, link }
  if (!(await ctx.mail.sendNow(verifyMail, { to: known.email, variables })))
    throw new AppError('UNAVAILABLE', {
      message: 'The mail could not be sent. Try again in a few minutes.',
    })
  return { message: `A link is on its way to ${known.email}.` }
})

/** Returns which account a link belongs to, as its mail does, so that the page can ask for the right sign-in. */
export const openVerification = verb(settings.openVerification, async (ctx, { body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user } = await findLinkedAccount(ctx, body.token)
  return { username: user.username, email: user.email }
})

/**
 * Verifies the e-mail address of the signed-in account. The link shows that its bearer reads the mail; the session
 * shows that the account is theirs. With the link alone, the owner of an address could verify an account that a
 * stranger created with it.
 */
export const verifyEmail = verb(settings.verifyEmail, async (ctx, { caller: { userId }, body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const { row, user } = await findLinkedAccount(tx, body.token)
    if (user.id !== userId) throw linkOfOther()
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    if (user.email_verified_at !== null) return
    if (!(await changeUser(tx, user, { email_verified_at: ctx.clock() }))) throw invalidLink()
    const description = `${user.username} verified the e-mail address`
    tx.record({ type: 'email_verified', description })
  })
  return { message: 'Your e-mail address is verified.' }
})

/**
 * Finds the stored half of a mailed link and the account whose e-mail address it verifies.
 * @throws AppError NOT_FOUND
 */
async function findLinkedAccount(ctx: DbContext<'clock' | 'secrets'>, text: string) {
  const link = await findMailedLink(ctx, text, 'verify-email')
  const { row, user } = link
  if (user.status !== 'ACTIVE' || user.email_canonical !== row.email_canonical) throw invalidLink()
  return link
}
