import { type AuthMethod, stepUpMinutes } from '@envhold/contract/accounts/step-up.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { groupCommit } from '../../../db/transaction.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Origin } from '../../../http/route.ts'
import { recordWrongSecret } from '../../audit-log/activity-recorder.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { hasProved } from '../../sessions/device-store.ts'
import type { SessionWorld } from '../../sessions/sessions.ts'
import { renewSession } from '../../sessions/start-session.ts'
import type { Argon2Caller } from '../../users/argon2-limiter.ts'
import { clearFailures, type WaitRule } from '../../users/attempt-store.ts'
import { checkPassword } from '../../users/check-password.ts'
import { raiseFailures, requireNoWait } from '../../users/sign-in-attempt.ts'
import { findUser, requireUser, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'

interface Signed {
  readonly caller: SessionCaller
  readonly origin: Origin
}

/**
 * Does work under the lock of the caller's account, and continues the session under a new token. An attacker with the
 * old token is left with one that has ended.
 */
export async function withRenewedSession<T>(
  ctx: SessionWorld,
  { caller: { userId, session, verifiedAt, verifiedBy }, origin }: Signed,
  work: (tx: Tx) => Promise<T>,
): Promise<{ readonly result: T; readonly token: string }> {
  const done = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const result = await work(tx)
    return { result, token: await renewSession(tx, session.id, { verifiedAt, method: verifiedBy }) }
  })
  ctx.unlocked.dropSession(session.id)
  return done
}

/**
 * Continues a session under a new token after its user proved who they are.
 * @param check what has to hold still, under the lock of the account
 * @returns the new token, and until when the proof counts
 */
export async function confirmSession(
  ctx: SessionWorld,
  { caller, origin, method }: Signed & { readonly method: AuthMethod },
  check: (tx: Tx) => Promise<void>,
) {
  const verifiedAt = ctx.clock()
  const proved = { ...caller, verifiedAt, verifiedBy: method }
  const { token } = await withRenewedSession(ctx, { caller: proved, origin }, check)
  return { token, confirmed_until: wireTime(verifiedAt + stepUpMinutes * 60_000) }
}

const minuteMs = 60_000
/** Has its own count, apart from sign-ins, so that strangers cannot make the account owner wait here. */
const perSession: WaitRule = {
  kind: 'own-password-session',
  freeFailures: 5,
  maxWaitMs: minuteMs,
  forgetMs: 15 * minuteMs,
}
/** On one device; on all devices together that have proved no more than a password, or are unknown. */
const perDevice: WaitRule = {
  kind: 'own-password',
  freeFailures: 20,
  maxWaitMs: 15 * minuteMs,
  forgetMs: 7 * 24 * 60 * minuteMs,
}

const wrongPassword = () => new AppError('INVALID_CREDENTIALS', { message: 'The password is incorrect.' })

interface PasswordPrompt {
  readonly password: string
  /** What the password is needed for, as the activity log describes it: `change the password`. */
  readonly purpose: string
  readonly rejection?: () => AppError
}

/**
 * Asks the signed-in user for the password again. Wrong passwords delay the next attempt, and one in ten is recorded.
 * @returns the account as it was when the password was verified
 * @throws AppError the rejection, LOCKED_OUT, UNAVAILABLE
 */
export async function requireOwnPassword(
  ctx: AccountWorld,
  { caller, origin }: { readonly caller: SessionCaller; readonly origin: Origin },
  { password, purpose, rejection = wrongPassword }: PasswordPrompt,
): Promise<User> {
  const { userId, username } = caller
  const known = await requireUser(ctx, userId)
  const { failures, isCorrect } = await checkOwnPassword(ctx, { caller, origin }, known, password)
  if (isCorrect) return known
  if (failures % 10 === 1) {
    const description = `A wrong current password was given to ${purpose} of ${username}`
    await recordWrongSecret(ctx.recorder, { userId, origin }, description)
  }
  throw rejection()
}

/**
 * Finds an account again, under its lock, after its password was verified.
 * @throws AppError the rejection, if the password was changed since
 */
export async function requireSamePassword(tx: Tx, confirmed: User, rejection = wrongPassword): Promise<User> {
  const user = await findUser(tx, confirmed.id)
  if (user?.password_hash !== confirmed.password_hash) throw rejection()
  return user
}

/**
 * Compares the password of a signed-in user, as one attempt under the limits of wrong ones. A correct one clears them.
 * @returns the failures in a row, with this one
 * @throws AppError LOCKED_OUT, UNAVAILABLE
 */
export async function checkOwnPassword(
  ctx: Context & Pick<AccountWorld, 'limiter'>,
  { caller, origin }: Signed,
  known: User,
  password: string,
): Promise<{ readonly failures: number; readonly isCorrect: boolean }> {
  const { userId, session, deviceId } = caller
  // Nobody elsewhere makes the owner's own devices wait.
  const isOwn =
    deviceId !== null &&
    (await hasProved(ctx.db, { userId, deviceId }, ['vault_opened_at', 'second_factor_at']))
  const keys = [
    { rule: perSession, identity: session.id },
    { rule: perDevice, identity: isOwn ? deviceId : String(userId) },
  ]
  const { failures, user } = await ctx.limiter.withSlowRejection(origin.signal, async () => {
    await requireNoWait(ctx, keys)
    return await ctx.limiter.run(sessionCaller(caller, origin), async () => ({
      failures: await groupCommit(ctx, (tx) => raiseFailures(tx, keys)),
      user: await checkPassword(known, password),
    }))
  })
  if (user) await groupCommit(ctx, (tx) => clearFailures(tx.db, keys))
  return { failures, isCorrect: user !== undefined }
}

/** A signed-in user does not share the lane of strangers who try the same name. */
export const sessionCaller = ({ userId }: SessionCaller, { ip, signal }: Origin): Argon2Caller => ({
  lane: 'known-device',
  account: `user ${userId}`,
  ipKey: ipRateKey(ip),
  signal,
})
