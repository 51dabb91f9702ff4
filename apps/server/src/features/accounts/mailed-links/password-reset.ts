/** A new account password with a mailed link. */

import * as contract from '@envhold/contract/accounts/mailed-links.ts'
import { hashPassword } from '@envhold/integrity/argon2.ts'
import { AppError } from '../../../app-error.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import { type Origin, originAfterResponse } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import { boundNames } from '../../../mail/wording.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { listTokenNames } from '../../personal-tokens/account-tokens.ts'
import { endAllDevices } from '../../sessions/devices.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { canonical, nameIdentity } from '../../users/canonical.ts'
import { consumeEmailToken } from '../../users/email-token-store.ts'
import { clearSignInFailures } from '../../users/sign-in-attempt.ts'
import { changeUser, findUserByEmail, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { orEmailTaken, restoreFormerEmail } from '../email/former-email.ts'
import { invalidLink, linksPerIp } from '../email/mailed-link.ts'
import { mailOwner } from '../notify-owner.ts'
import { requireGoodPassword } from '../require-good-password.ts'
import { isFirstProof, removeOtherWaysIn } from './first-proof.ts'
import { findResetLink, startReset } from './issue-reset.ts'

const perIp: AttemptRule = { kind: 'reset-address', limit: 30, windowMs: 3_600_000 }

const answers = {
  mailed: `If this address belongs to an account, a link for a new password is on its way. It works for ${contract.resetMinutes} minutes.`,
  notMailed:
    'This server sends no mail. Ask its operator for a link: they can start a reset, but cannot choose or see your password.',
}

/** Asks for a new password. Neither the answer nor its time reveals whether the address belongs to an account. */
export const requestPasswordReset = verb(contract.requestPasswordReset, async (ctx: AccountWorld, call) => {
  const { body, origin } = call
  await requireNetworkLimit(ctx, perIp, origin.ip)
  if (!ctx.mail.hasServer) return { message: answers.notMailed }
  const originNow = originAfterResponse(origin)
  ctx.afterAnswer('password-reset', async () => {
    const user = await findUserByEmail(ctx, canonical(body.email))
    if (user) await startReset(ctx, user, originNow)
  })
  return { message: answers.mailed }
})

/** Returns which account a link belongs to. Nothing changes: programs that scan mail open links too. */
export const openPasswordReset = verb(contract.openPasswordReset, async (ctx, { body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user, undone } = await findResetLink(ctx, body.token)
  const email = undone?.old_email ?? user.email
  return { username: user.username, email, removes_factors: isFirstProof(ctx, user) }
})

const done = {
  usual: 'Your new password is set. Every device is signed out. Your vault is unchanged.',
  firstProof:
    'Your new password is set. Every device is signed out, and passkeys, authenticator app, provider links and personal tokens are removed. Verify your e-mail address next.',
}

/**
 * Sets a new password with a mailed link. Whoever holds the mailbox gets the account and not the vault: its keys do not
 * depend on this password. Nobody is signed in, so that the second factor is asked for as always.
 */
export const resetPassword = verb(contract.resetPassword, async (ctx: AccountWorld, { body, origin }) => {
  const ipKey = ipRateKey(origin.ip)
  await requireRateLimit(ctx, linksPerIp, ipKey)
  const { user: known } = await findResetLink(ctx, body.token)
  await requireGoodPassword(ctx, body.newPassword, known)
  const caller = { lane: 'sign-in', account: `user ${known.id}`, ipKey, signal: origin.signal } as const
  const passwordHash = await ctx.limiter.run(caller, () => hashPassword(body.newPassword))
  const setting = transact(ctx, { userId: known.id, origin }, async (tx) => {
    await tx.lock([known.id])
    const { row, user, undone } = await findResetLink(tx, body.token)
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    const present = undone ? await restoreFormerEmail(tx, user, undone) : user
    const change = { password_hash: passwordHash, password_changed_at: tx.clock() }
    const changed = await changeUser(tx, present, change)
    if (!changed) throw new AppError('UNAVAILABLE')
    await endEveryDevice(tx, changed, ipKey)
    const isFirst = isFirstProof(tx, user)
    if (isFirst) await removeOtherWaysIn(tx, changed)
    await notify(tx, changed, origin, isFirst)
    tx.revoked({ kind: 'password', userId: changed.id })
    const also = isFirst ? ', which removed the factors and tokens of its unverified account' : ''
    const description = `${changed.username} set a new password with a mailed link${also}`
    tx.record({ type: 'password_reset_done', description })
    return isFirst
  })
  const isFirst = await orEmailTaken(setting)
  ctx.unlocked.dropUser(known.id)
  return { message: isFirst ? done.firstProof : done.usual }
})

async function endEveryDevice(tx: Tx, user: User, ipKey: string): Promise<void> {
  await endAllDevices(tx.db, user.id)
  // The owner must not wait for the wrong passwords that made a reset necessary.
  for (const name of [user.email_canonical, user.username_canonical])
    await clearSignInFailures(tx.db, { name: nameIdentity(name), ipKey, deviceId: undefined })
}

async function notify(tx: Tx, user: User, origin: Origin, isFirst: boolean): Promise<void> {
  const variables = noticeVariables(tx, user.id, origin)
  const tokenNames = isFirst ? [] : await listTokenNames(tx, user.id)
  if (tokenNames.length > 0) {
    const { names, more } = boundNames(tokenNames)
    await mailOwner(tx, user, 'passwordResetTokens', { ...variables, changeId: '', names, more })
  } else await mailOwner(tx, user, isFirst ? 'passwordResetUnverified' : 'passwordReset', variables)
}
