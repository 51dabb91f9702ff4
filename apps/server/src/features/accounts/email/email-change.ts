/** Changing the e-mail address of an account. */

import * as contract from '@envhold/contract/accounts/mailed-links.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { noticeVariables, queueMail } from '../../../mail/queue-mail.ts'
import { confirmEmail } from '../../../mail/templates/email.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/attempt-limits.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { canonical, mailboxOf, nameIdentity } from '../../users/canonical.ts'
import { consumeEmailToken, deleteEmailTokensOf, replaceEmailTokens } from '../../users/email-token-store.ts'
import { isEmailReserved, listUndoableChanges } from '../../users/reserved-email-store.ts'
import { changeUser, findUserByEmail, requireUser, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import {
  deletePendingChange,
  findPendingChange,
  markConfirmed,
  replacePendingChange,
} from './email-change-store.ts'
import { emailIsReserved, orEmailTaken, restoreFormerEmail } from './former-email.ts'
import { findMailedLink, invalidLink, linkOfOther, linksPerIp } from './mailed-link.ts'

export const readEmailChange = verb(contract.readEmailChange, async (ctx, { caller: { userId } }) => {
  const change = await findPendingChange(ctx, userId)
  const until = (change?.created_at ?? 0) + contract.confirmEmailHours * 3_600_000
  if (!change || until <= ctx.clock()) return { pending: null }
  return { pending: { email: change.new_email, expires_at: wireTime(until) } }
})

const hourMs = 3_600_000
const perAccount: AttemptRule = { kind: 'email-change', limit: 5, windowMs: hourMs }
const perIp: AttemptRule = { kind: 'email-change-address', limit: 30, windowMs: hourMs }
/** Mails to one mailbox, from all accounts. */
const perNewAddress: AttemptRule = { kind: 'email-change-mail', limit: 3, windowMs: hourMs }

const conflict = (message: string) => new AppError('CONFLICT', { message })

/**
 * Asks for another e-mail address. The answer is the same for an address that belongs to another account, whose owner
 * gets a mail instead.
 */
export const changeEmail = verb(contract.changeEmail, async (ctx: AccountWorld, call) => {
  const { body, origin } = call
  const { userId } = call.caller
  if (!ctx.mail.hasServer)
    throw conflict(
      'This server sends no mail, so it cannot confirm a new address. Ask its operator to set SMTP_URL.',
    )
  await requireNetworkLimit(ctx, perIp, origin.ip)
  await requireRateLimit(ctx, perAccount, String(userId))
  const email = body.email.normalize('NFC')
  const change = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await requireUser(tx, userId)
    if (canonical(email) === user.email_canonical)
      throw conflict('This is the e-mail address of your account.')
    const link = await requestChange(tx, user, email)
    const variables = { ...noticeVariables(tx, userId, origin), newEmail: email }
    await queueMail(tx, 'emailChangeRequested', { to: user.email, variables })
    const description = `${user.username} asked for another e-mail address`
    tx.record({ type: 'email_change_requested', description })
    return { link, account: user.username }
  })
  const { link, account } = change
  // Writing and sending the mail would delay the answer, and so reveal that the address has no account.
  if (link)
    ctx.afterAnswer('email-change-link', () =>
      ctx.mail.sendNow(confirmEmail, { to: email, variables: { account, link } }),
    )
  return {
    message: `We sent a link to ${email}. Confirm it within ${contract.confirmEmailHours} hours; until then your address stays as it is.`,
  }
})

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
  const { count } = await raiseAttempts(tx, perNewAddress, nameIdentity(mailboxOf(emailCanonical)))
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
    expires_at: now + contract.confirmEmailHours * hourMs,
  })
  return `${tx.config.publicUrl}/confirm-email#${text}`
}

/** Cancels the change that waits for its confirmation, if there is one. */
export const cancelEmailChange = verb(contract.cancelEmailChange, async (ctx, call) => {
  const { origin } = call
  const { userId, username } = call.caller
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (!(await deletePendingChange(tx.db, userId))) return
    await deleteEmailTokensOf(tx.db, userId, ['confirm-email'])
    const description = `${username} canceled the change of the e-mail address`
    tx.record({ type: 'account_updated', description })
  })
  return { message: 'Your e-mail address stays as it is.' }
})

/** Returns the account and the new address of a link. Nothing changes. */
export const openEmailChange = verb(contract.openEmailChange, async (ctx, { body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user, change } = await findEmailChangeLink(ctx, body.token)
  return { username: user.username, email: change.new_email }
})

/**
 * Changes the e-mail address. The link shows that its bearer reads the mail; the session shows that the account is
 * theirs. The former address can undo the change. To return to a former address that could have undone its change is
 * that undo: the addresses in between get no say.
 */
export const confirmEmailChange = verb(contract.confirmEmailChange, async (ctx, call) => {
  const { body, origin } = call
  const { userId } = call.caller
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const changing = transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const { row, user, change } = await findEmailChangeLink(tx, body.token)
    if (user.id !== userId) throw linkOfOther()
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    const now = tx.clock()
    const email = change.new_email
    const email_canonical = canonical(email)
    const former = (await listUndoableChanges(tx, userId)).find(
      (each) => each.old_canonical === email_canonical,
    )
    if (former) return (await restoreFormerEmail(tx, user, former)).email
    const changed = await changeUser(tx, user, { email, email_canonical, email_verified_at: now })
    if (!changed) throw invalidLink()
    // After the write: a change that gave up this address at the same time has committed by then.
    if (await isEmailReserved(tx, email_canonical, userId)) throw emailIsReserved()
    await markConfirmed(tx, change, now)
    // A reset that was mailed to an earlier address still works while that address can undo its change.
    const mailedTo = { email_canonical: user.email_canonical }
    await deleteEmailTokensOf(tx.db, userId, ['verify-email', 'reset-password'], mailedTo)
    tx.revoked({ kind: 'email', userId })
    const variables = { ...noticeVariables(tx, userId, origin), changeId: change.id, newEmail: email }
    await queueMail(tx, 'emailChanged', { to: user.email, variables })
    const description = `${user.username} changed the e-mail address`
    tx.record({ type: 'email_change_done', description })
    return email
  })
  return { message: `Your e-mail address is now ${await orEmailTaken(changing)}.` }
})

/** Finds the change that a link confirms, and its account. @throws AppError NOT_FOUND */
async function findEmailChangeLink(ctx: DbContext<'clock' | 'secrets'>, text: string) {
  const { row, user } = await findMailedLink(ctx, text, 'confirm-email')
  const change = await findPendingChange(ctx, user.id)
  if (user.status !== 'ACTIVE' || !change) throw invalidLink()
  const isOfLink = change.id === row.id && canonical(change.new_email) === row.email_canonical
  if (!isOfLink || change.old_canonical !== user.email_canonical) throw invalidLink()
  return { row, user, change }
}
