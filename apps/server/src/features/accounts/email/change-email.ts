import { confirmEmailHours, type changeEmail as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { confirmEmail } from '../../../mail/templates/email.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { canonical } from '../../users/canonical.ts'
import { replaceEmailTokens } from '../../users/email-token-store.ts'
import { nameIdentity } from '../../users/name-identity.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/require-rate-limit.ts'
import { findUser, findUserByEmail, type User } from '../../users/user-store.ts'
import type { WorkAfterAnswer } from '../reset/work-after-answer.ts'
import { isEmailReserved, replacePendingChange } from './email-change-store.ts'

const hourMs = 3_600_000
const perAccount: AttemptRule = { kind: 'email-change', limit: 5, windowMs: hourMs }
const perIp: AttemptRule = { kind: 'email-change-address', limit: 30, windowMs: hourMs }
/** Mails to one new address, from all accounts. */
const perNewAddress: AttemptRule = { kind: 'email-change-mail', limit: 3, windowMs: hourMs }

const conflict = (message: string) => new AppError('CONFLICT', { message })

/**
 * Asks for another e-mail address. The answer is the same for an address that belongs to another account, whose owner
 * gets a mail instead.
 */
export async function changeEmail(
  ctx: Context,
  afterAnswer: WorkAfterAnswer,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  if (!ctx.mail.hasServer)
    throw conflict(
      'This server sends no mail, so it cannot confirm a new address. Ask its operator to set SMTP_URL.',
    )
  await requireNetworkLimit(ctx, perIp, origin.ip)
  await requireRateLimit(ctx, perAccount, String(userId))
  const email = body.email.normalize('NFC')
  const asked = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('UNAUTHENTICATED')
    if (canonical(email) === user.email_canonical)
      throw conflict('This is the e-mail address of your account.')
    const link = await requestChange(tx, user, email)
    const variables = { ...noticeVariables(tx, userId, origin), newEmail: email }
    await queueMail(tx, 'emailChangeRequested', { to: user.email, variables })
    const description = `${user.username} asked for another e-mail address`
    tx.record({ type: 'email_change_requested', severity: 'medium', description })
    return { link, account: user.username }
  })
  const { link, account } = asked
  // Writing and sending the mail would delay the answer, and so reveal that the address has no account.
  if (link) afterAnswer(() => ctx.mail.sendNow(confirmEmail, { to: email, variables: { account, link } }))
  return {
    message: `We sent a link to ${email}. Confirm it within ${confirmEmailHours} hours; until then your address stays as it is.`,
  }
}

/** @returns the link for the new address; undefined if it is taken, or had its mails for this hour */
async function requestChange(tx: Tx, user: User, email: string): Promise<string | undefined> {
  const now = tx.clock()
  const { text, id, authHash } = newToken('eml')
  const emailCanonical = canonical(email)
  await replacePendingChange(tx, {
    id,
    user_id: user.id,
    old_email: user.email,
    old_canonical: user.email_canonical,
    new_email: email,
    created_at: now,
    confirmed_at: null,
  })
  const { count } = await raiseAttempts(tx, perNewAddress, nameIdentity(emailCanonical))
  if (count > perNewAddress.limit) return undefined
  const owner = await findUserByEmail(tx, emailCanonical)
  if (owner) await queueMail(tx, 'emailTaken', { to: owner.email, variables: {} })
  if (owner || (await isEmailReserved(tx, emailCanonical, user.id))) return undefined
  await replaceEmailTokens(tx, {
    id,
    kind: 'confirm-email',
    user_id: user.id,
    email_canonical: emailCanonical,
    auth_hash: authHash,
    created_at: now,
    expires_at: now + confirmEmailHours * hourMs,
  })
  return `${tx.config.publicUrl}/confirm-email#${text}`
}
