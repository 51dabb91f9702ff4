import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { resetPassword as endpoint } from '@envhold/contract/password-reset.ts'
import { hashPassword } from '@envhold/integrity/password-hash.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Call, Origin } from '../../../http/route.ts'
import { boundNames } from '../../../mail/name-list.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { endAllDevices } from '../../sessions/devices.ts'
import { consumeEmailToken } from '../../users/email-token-store.ts'
import { nameIdentity } from '../../users/name-identity.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { clearSignInFailures } from '../../users/sign-in-attempt.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import type { AccountDeps } from '../account-deps.ts'
import { orEmailTaken } from '../email/email-belongs-to-other.ts'
import { invalidLink, linksPerIp } from '../email/mailed-link.ts'
import { restoreFormerEmail } from '../email/restore-former-email.ts'
import { requireGoodPassword } from '../passwords/require-good-password.ts'
import { findResetLink } from './reset-link.ts'

/**
 * Sets a new password with a mailed link. Whoever holds the mailbox gets the account and not the vault: its keys do not
 * depend on this password. Nobody is signed in, so that the second factor is asked for as always.
 */
export async function resetPassword(
  ctx: Context,
  { limiter, unlocked, tokens }: Pick<AccountDeps, 'limiter' | 'unlocked' | 'tokens'>,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const ipKey = ipRateKey(origin.ip)
  await requireRateLimit(ctx, linksPerIp, ipKey)
  const { user: known } = await findResetLink(ctx, body.token)
  await requireGoodPassword(ctx, body.newPassword, known)
  const caller = { lane: 'sign-in', account: `user ${known.id}`, ipKey, signal: origin.signal } as const
  const passwordHash = await limiter.run(caller, () => hashPassword(body.newPassword))
  const done = transact(ctx, { userId: known.id, origin }, async (tx) => {
    await tx.lock([known.id])
    const { row, user, undone } = await findResetLink(tx, body.token)
    if (!(await consumeEmailToken(tx.db, row.id))) throw invalidLink()
    const present = undone ? await restoreFormerEmail(tx, user, undone) : user
    const change = { password_hash: passwordHash, password_changed_at: tx.clock() }
    const changed = await changeUser(tx, present, change)
    if (!changed) throw new AppError('UNAVAILABLE')
    await endEveryDevice(tx, changed, ipKey)
    await notify(tx, changed, origin, await tokens.listNames(tx.db, changed.id, tx.clock()))
    tx.revoked({ kind: 'password', userId: changed.id })
    const description = `${changed.username} set a new password with a mailed link`
    tx.record({ type: 'password_reset_done', severity: 'high', description })
  })
  await orEmailTaken(done)
  unlocked.dropUser(known.id)
  return { message: 'Your new password is set. Every device is signed out. Your vault is unchanged.' }
}

async function endEveryDevice(tx: Tx, user: User, ipKey: string): Promise<void> {
  await endAllDevices(tx.db, user.id)
  // The owner must not wait for the wrong passwords that made a reset necessary.
  for (const name of [user.email_canonical, user.username_canonical])
    await clearSignInFailures(tx.db, { name: nameIdentity(name), ipKey, deviceId: undefined })
}

async function notify(tx: Tx, user: User, origin: Origin, tokenNames: readonly string[]): Promise<void> {
  const variables = noticeVariables(tx, user.id, origin)
  const to = user.email
  if (tokenNames.length === 0) return await queueMail(tx, 'passwordReset', { to, variables })
  const { names, more } = boundNames(tokenNames)
  await queueMail(tx, 'passwordResetTokens', { to, variables: { ...variables, changeId: '', names, more } })
}
