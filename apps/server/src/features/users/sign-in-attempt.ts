import { AppError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { groupCommit, type Trx } from '../../db/transaction.ts'
import { requireRateLimit, requireRateLimitLeft } from './attempt-limits.ts'
import {
  type AttemptRule,
  clearFailures,
  findWait,
  raiseFailure,
  type WaitKey,
  type WaitRule,
} from './attempt-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Sign-ins of unknown devices from one IP address, including successful ones. */
const perMinute: AttemptRule = { kind: 'sign-in-minute', limit: 30, windowMs: minuteMs }
const perHour: AttemptRule = { kind: 'sign-in-hour', limit: 300, windowMs: hourMs }

/** Successful sign-ins of one account. */
const newSessions: AttemptRule = { kind: 'new-session', limit: 60, windowMs: 15 * minuteMs }

/** Failures from one IP address on one account. */
const perIpAndName: WaitRule = {
  kind: 'sign-in-address-name',
  freeFailures: 5,
  maxWaitMs: minuteMs,
  forgetMs: 15 * minuteMs,
}
/** Failures on one account from all IP addresses. Known devices are exempt. */
const perName: WaitRule = { kind: 'sign-in-name', freeFailures: 20, maxWaitMs: hourMs, forgetMs: 7 * dayMs }
/** Failures on one known device. */
const perDevice: WaitRule = {
  kind: 'sign-in-device',
  freeFailures: 5,
  maxWaitMs: minuteMs,
  forgetMs: 7 * dayMs,
}
/** After this many failures in a row from unknown devices, the account is mailed a link. */
export const mailedFailures = 20
/** After this many, a password alone no longer signs in from an unknown device (NIST SP 800-63B). */
const maxFailures = 100
const exhausted =
  'Too many wrong attempts. Sign in from a device that has signed in before, or ask for a link to set a new password.'

/** A device with this many consecutive failures is treated as unknown. */
const maxDeviceFailures = 30

/** The keys under which one sign-in attempt is counted. */
export interface SignInAttempt {
  /** The hash of the name as typed (nameIdentity). A name without an account is counted like any other. */
  readonly name: string
  /** The IP address (ipRateKey). */
  readonly ipKey: string
  /** The id of a known device of the account. */
  readonly deviceId: string | undefined
}

const waitKeysOf = ({ name, ipKey, deviceId }: SignInAttempt) =>
  deviceId === undefined
    ? [
        { rule: perIpAndName, identity: `${ipKey} ${name}` },
        { rule: perName, identity: name },
      ]
    : [{ rule: perDevice, identity: deviceId }]

/** Whether a device has failed so often in a row that it is treated as unknown. */
export const isDistrusted = async (ctx: DbContext<'clock'>, deviceId: string) =>
  (await findWait(ctx, { rule: perDevice, identity: deviceId })).failures >= maxDeviceFailures

/** Rejects a sign-in that has to wait. Writes nothing. @throws AppError LOCKED_OUT, RATE_LIMITED */
export async function requireSignInAllowed(ctx: DbContext<'clock'>, attempt: SignInAttempt): Promise<void> {
  await requireNoWait(ctx, waitKeysOf(attempt))
  if (attempt.deviceId !== undefined) return
  const { failures } = await findWait(ctx, { rule: perName, identity: attempt.name })
  if (failures >= maxFailures)
    throw new AppError('LOCKED_OUT', { message: exhausted, retryAfter: perName.maxWaitMs / 1_000 })
  for (const rule of [perMinute, perHour]) await requireRateLimitLeft(ctx, rule, attempt.ipKey)
}

/**
 * Counts a sign-in as a failure, in one transaction, before the password is checked.
 * @returns the consecutive failures of the account, or of the known device
 * @throws AppError LOCKED_OUT, RATE_LIMITED; then nothing is written
 */
export async function raiseSignInFailures(ctx: DbContext<'groupCommit' | 'clock'>, attempt: SignInAttempt) {
  return await groupCommit(ctx, async (tx) => {
    if (attempt.deviceId === undefined)
      for (const rule of [perMinute, perHour]) await requireRateLimit(tx, rule, attempt.ipKey)
    return await raiseFailures(tx, waitKeysOf(attempt))
  })
}

/** Clears the failures of a sign-in whose password was correct. */
export const clearSignInFailures = (trx: Trx, attempt: SignInAttempt) =>
  clearFailures(trx, waitKeysOf(attempt))

/**
 * Counts a successful sign-in. Each one costs a session, an activity log entry and a commit, so they are limited per
 * account.
 * @throws AppError RATE_LIMITED
 */
export const requireSessionRate = (ctx: DbContext<'clock'>, userId: number) =>
  requireRateLimit(ctx, newSessions, String(userId))

const lockedOut = (waitMs: number) =>
  new AppError('LOCKED_OUT', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })

/** Rejects an attempt that has to wait under one of the keys. Writes nothing. @throws AppError LOCKED_OUT */
export async function requireNoWait(ctx: DbContext<'clock'>, keys: readonly WaitKey[]): Promise<void> {
  const waits = await Promise.all(keys.map((key) => findWait(ctx, key)))
  const waitMs = Math.max(...waits.map((wait) => wait.waitMs))
  if (waitMs > 0) throw lockedOut(waitMs)
}

/**
 * Counts an attempt as a failure under every key, before its secret is checked.
 * @returns the consecutive failures under the last key
 * @throws AppError LOCKED_OUT while one of the keys has to wait; the transaction then counts nothing
 */
export async function raiseFailures(tx: TrxContext<'clock'>, keys: readonly WaitKey[]): Promise<number> {
  let failures = 0
  for (const key of keys) {
    const raised = await raiseFailure(tx, key)
    if (raised === undefined) throw lockedOut((await findWait(tx, key)).waitMs)
    failures = raised
  }
  return failures
}
