/** An account: its profile, password and deletion. */

import * as security from '@envhold/contract/accounts/account-security.ts'
import * as settings from '@envhold/contract/accounts/account-settings.ts'
import * as accounts from '@envhold/contract/accounts/accounts.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { hashPassword } from '@envhold/integrity/argon2.ts'
import { AppError, fieldError, forbidden } from '../../app-error.ts'
import { ifTaken } from '../../db/storage-errors.ts'
import { wireTime, wireTimeOrNull } from '../../http/responses/wire-time.ts'
import type { Call } from '../../http/route.ts'
import { verb } from '../../http/verb.ts'
import { readOperatorFactorStart } from '../../instance-settings/instance-settings-store.ts'
import { noticeVariables } from '../../mail/queue-mail.ts'
import { transact } from '../audit-log/tx.ts'
import { endOffersOf } from '../collaborators/transfer/end-offers.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { mailEveryoneWithAccess } from '../projects/mail-collaborators.ts'
import { findRole, hasOtherSuperAdmin, readPermissions } from '../roles/role-store.ts'
import { findKnownDevice, renewDeviceToken } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { renewSession } from '../sessions/start-session.ts'
import { accountOf } from '../users/account-of.ts'
import { canonical } from '../users/canonical.ts'
import { deleteEmailTokensOf } from '../users/email-token-store.ts'
import { changeUser, findUser, hasPassword, requireUser, type User } from '../users/user-store.ts'
import type { AccountWorld } from './account-world.ts'
import { restoreWindowMs } from './delete-permanently.ts'
import { hasSecondFactor, stepUpMethodsOf } from './factors/accepted-methods.ts'
import { findSecretTimes, readFactors } from './factors/factor-store.ts'
import { rejectMasterPassword } from './keyring/reject-same-password.ts'
import { mailOwner } from './notify-owner.ts'
import { requireGoodPassword, validateUsername } from './require-good-password.ts'
import { requireOwnPassword, requireSamePassword, sessionCaller } from './step-up/confirm-session.ts'

export const readUserStatus = verb(accounts.readUserStatus, async (ctx, { caller: { userId } }) => {
  const user = await requireUser(ctx, userId)
  const { id, username, email, status, suspended_reason } = user
  const role = await findRole(ctx, user.role)
  const roles = role ? [{ ...role, permissions: [...role.permissions] }] : []
  return {
    user: { id, username, email, status, suspended_reason, roles },
    userStatus: status,
    suspendedReason: suspended_reason,
    supportEmail: ctx.config.supportEmail,
    suspensionMessage: ctx.config.suspensionMessage,
  }
})

/** Reads what the account page shows of passwords, factors and the recovery key. */
export const readAccountSecurity = verb(security.readAccountSecurity, async (ctx, call) => {
  const { userId, role } = call.caller
  const [times, factors] = await Promise.all([findSecretTimes(ctx.db, userId), readFactors(ctx, userId)])
  if (!times) throw new AppError('UNAUTHENTICATED')
  const { password, totp, recoveryCodes, passkeys, identities } = factors
  const setAt = times.master_password_set_at
  const isOperator = mayEnterOperatorArea(role, await readPermissions(ctx)(role))
  const needsFactor = isOperator && !hasSecondFactor(factors)
  return {
    security: {
      password: password ? { changed_at: wireTimeOrNull(times.password_changed_at) } : null,
      master_password:
        setAt === null
          ? null
          : {
              set_at: wireTime(setAt),
              changed_at: wireTimeOrNull(times.master_password_changed_at),
              recovery_key_made_at: wireTime(times.recovery_made_at ?? setAt),
              recovery_key_checked_at: wireTimeOrNull(times.recovery_checked_at),
            },
      totp,
      recovery_codes: recoveryCodes,
      passkeys,
      provider_identities: identities,
      step_up_methods: stepUpMethodsOf(factors),
      needs_second_factor: needsFactor,
      second_factor_due: wireTimeOrNull(needsFactor ? await readOperatorFactorStart(ctx) : null),
    },
  }
})

const fields = { username: 'the username', first_name: 'the first name', last_name: 'the last name' } as const
const listed = new Intl.ListFormat('en')

const taken = () => {
  const message = 'An account with this username already exists'
  return new AppError('CONFLICT', { message: `${message}.`, details: [{ path: 'username', message }] })
}

/** Changes the user's names. Omitted fields stay as they are; null or an empty string clears a name. */
export const updateProfile = verb(settings.updateProfile, async (ctx, call) => {
  const { body, origin } = call
  const { userId, username } = call.caller
  if (body.username !== undefined && body.username !== username) validateUsername(body.username)
  const stored = transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await requireUser(tx, userId)
    const time_zone = nameOr(body.time_zone, user.time_zone)
    const names = {
      username: (body.username ?? user.username).normalize('NFC'),
      first_name: nameOr(body.firstName, user.first_name),
      last_name: nameOr(body.lastName, user.last_name),
    }
    const what = namesOfChanges(user, names)
    if (what.length === 0 && time_zone === user.time_zone) return user
    const change = { ...names, time_zone, username_canonical: canonical(names.username) }
    const changed = await changeUser(tx, user, change)
    if (!changed) throw new AppError('UNAVAILABLE')
    // In which zone dates are written protects nothing.
    if (what.length === 0) return changed
    const description = `${user.username} changed ${listed.format(what)}`
    tx.record({ type: 'account_updated', description })
    return changed
  })
  return { user: accountOf(ctx, await ifTaken(stored, taken)) }
})

const nameOr = (value: string | null | undefined, before: string | null) =>
  value === undefined ? before : value?.trim().normalize('NFC') || null

const namesOfChanges = (before: User, changed: Pick<User, keyof typeof fields>) =>
  (Object.keys(fields) as (keyof typeof fields)[])
    .filter((field) => before[field] !== changed[field])
    .map((field) => fields[field])

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The current password is incorrect.' })

/**
 * Changing the sign-in password ends every other session, continues this one under a new token, and invalidates the
 * device tokens of every other device.
 */
export const changePassword = verb(accounts.changePassword, async (ctx: AccountWorld & VaultWorld, call) => {
  const { caller, body, origin } = call
  const { userId, username, session } = caller
  const prompt = { purpose: 'change the password', rejection: wrong }
  const user = await requireOwnPassword(ctx, call, { ...prompt, password: body.currentPassword })
  await requireGoodPassword(ctx, body.newPassword, user)
  await rejectMasterPassword(ctx, call, body.newPassword)
  const passwordHash = await ctx.limiter.run(sessionCaller(caller, origin), () =>
    hashPassword(body.newPassword),
  )
  const known = await findKnownDevice(ctx, userId, body.deviceToken)
  const renewed = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const present = await requireSamePassword(tx, user, wrong)
    if (!(await changeUser(tx, present, { password_hash: passwordHash }))) throw new AppError('UNAVAILABLE')
    await deleteSessionsOf(tx.db, userId, session.id)
    // A mailed link to another password ends too. One to a former address stays: it is that of the owner.
    const { email_canonical } = present
    await deleteEmailTokensOf(tx.db, userId, ['reset-password'], { email_canonical })
    const deviceToken = await renewDeviceToken(tx, userId, origin, known)
    // An attacker with the token is left with one that has ended. The strongest proof of the session still counts.
    const token = await renewSession(tx, session.id, {
      verifiedAt: caller.verifiedAt,
      method: caller.verifiedBy,
    })
    await mailOwner(tx, present, 'passwordChanged', noticeVariables(ctx, userId, origin))
    tx.revoked({ kind: 'password', userId })
    const description = `${username} changed the password`
    tx.record({ type: 'password_changed', description })
    return { deviceToken, token }
  })
  ctx.unlocked.dropUser(userId)
  return { message: 'Password changed successfully!', ...renewed }
})

const lastOperator = () =>
  forbidden('This is the only operator of this server. Make someone else an operator first.')

/**
 * Deactivates the account at once: its sessions end, and its tokens and the API keys of its projects are rejected from
 * the next call on. Nothing is destroyed during the restore window, so signing in restores everything but a paid plan.
 */
export const deleteAccount = verb(settings.deleteAccount, async (ctx: AccountWorld, call) => {
  const { caller, origin } = call
  const { userId, username } = caller
  const confirmed = await requireOwner(ctx, call)
  const deletedAt = ctx.clock()
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await requireSamePassword(tx, confirmed)
    // Restoring an account makes it active, so one that was suspended at the same time must not be deleted.
    if (user.status !== confirmed.status) throw new AppError('UNAVAILABLE')
    if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, userId))) throw lastOperator()
    const changed = await changeUser(tx, user, { status: 'INACTIVE', deleted_at: deletedAt })
    if (!changed) throw new AppError('UNAVAILABLE')
    await deleteSessionsOf(tx.db, userId)
    const until = deletedAt + restoreWindowMs
    await mailOwner(tx, user, 'accountDeleted', { until })
    await mailEveryoneWithAccess(tx, user, 'sharedOwnerDeleted', { until })
    await endOffersOf(tx, user)
    tx.revoked({ kind: 'account', userId })
    const description = `${username} deleted the account`
    tx.record({ type: 'account_deleted', description })
  })
  ctx.unlocked.dropUser(userId)
  const message = `Your account is deleted. Sign in within ${settings.restoreWindowDays} days to restore it.`
  return { message, deleted_at: wireTime(deletedAt) }
})

/** Asks for the password beside the step-up that the call requires; an account without one has only that. */
async function requireOwner(ctx: AccountWorld, call: Call<typeof settings.deleteAccount>): Promise<User> {
  const known = await findUser(ctx, call.caller.userId)
  if (known && !hasPassword(known)) return known
  const { password } = call.body
  if (password === undefined) throw fieldError('password', 'Password is required')
  return await requireOwnPassword(ctx, call, { password, purpose: 'delete the account' })
}
