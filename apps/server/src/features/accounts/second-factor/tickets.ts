/** The ticket that continues a sign-in with its second factor. */

import { hash } from 'node:crypto'
import type { login } from '@envhold/contract/accounts/accounts.ts'
import { type AuthMethod, authMethods } from '@envhold/contract/accounts/step-up.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { isIpv4, parseIpAddress } from '@envhold/contract/ip-range.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { matchesAuthHash, newToken, parseToken, type Token } from '@envhold/integrity/token.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { AppError, notFound } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { lockRows } from '../../../db/lock-rows.ts'
import { groupCommit } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import type { Origin } from '../../../http/route.ts'
import { type Tx, transactInGroup } from '../../audit-log/tx.ts'
import { hasProved } from '../../sessions/device-store.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import { requireRateLimitLeft } from '../../users/attempt-limits.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { clearSignInFailures } from '../../users/sign-in-attempt.ts'
import { findUser, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { secondFactorsOf } from '../factors/accepted-methods.ts'
import { readFactors } from '../factors/factor-store.ts'
import { type FirstFactor, isOpenToOwner, startSignedIn } from '../sign-in/start-signed-in.ts'
import {
  checkMfaTicket,
  deleteMfaTicket,
  findMfaTicket,
  insertMfaTicket,
  raiseMfaTicketTries,
} from './mfa-ticket-store.ts'

/** Unknown, expired, used and foreign tickets get the same message. */
const expiredTicket = () => notFound('This sign-in has expired. Sign in again.')

/** The family of an IP address. An IPv4 address that is mapped into IPv6 is an IPv4 address. */
function ipFamilyOf(ip: string): 'ipv4' | 'ipv6' {
  const address = parseIpAddress(ip)
  return address === undefined || isIpv4(address) ? 'ipv4' : 'ipv6'
}

/** Identifies the password of an account, so that what was issued under it ends when the password changes. */
const passwordDigest = ({ password_hash }: Pick<User, 'password_hash'>) =>
  hash('sha256', password_hash, 'buffer')

/** A sign-in whose first factor was proved. */
export interface OpenTicket {
  readonly id: string
  readonly user: User
  /** The first factor. */
  readonly method: 'password' | 'oidc'
  /** The methods that complete the sign-in. */
  readonly methods: readonly AuthMethod[]
}

/**
 * Reads the sign-in that a ticket continues from this IP address; undefined unless the ticket is valid there, and the
 * account and its password are as they were.
 * @throws TamperedRowError
 */
async function readOpenTicket(
  ctx: DbContext<'clock' | 'secrets'>,
  token: Token<'mfa'>,
  ip: string,
): Promise<OpenTicket | undefined> {
  const row = await findMfaTicket(ctx.db, token.id)
  const isCorrect = matchesAuthHash(token, row?.auth_hash)
  if (!row || !isCorrect || row.expires_at <= ctx.clock()) return undefined
  checkMfaTicket(ctx, row)
  if (row.address_family !== ipFamilyOf(ip)) return undefined
  const user = await findUser(ctx, row.user_id)
  if (!user || !isOpenToOwner(ctx, user)) return undefined
  if (!sameBytes(row.password_digest, passwordDigest(user))) return undefined
  const methods = authMethods.filter((method) => row.methods.split(' ').includes(method))
  return { id: row.id, user, method: row.proof, methods }
}

/** How many tickets that are not valid one IP address may try. */
const invalidPerIp: AttemptRule = { kind: 'mfa-ticket-address', limit: 60, windowMs: 15 * 60_000 }

/** Finds the sign-in that a ticket continues. @throws AppError NOT_FOUND, RATE_LIMITED; TamperedRowError */
export async function findTicket(ctx: Context, text: string, origin: Origin): Promise<OpenTicket> {
  const token = ifAccepted(() => parseToken(text, 'mfa'))
  if (!token) throw expiredTicket()
  const ipKey = ipRateKey(origin.ip)
  await requireRateLimitLeft(ctx, invalidPerIp, ipKey)
  const open = await readOpenTicket(ctx, token, origin.ip)
  if (open) return open
  await groupCommit(ctx, (tx) => raiseAttempts(tx, invalidPerIp, ipKey))
  throw expiredTicket()
}

const ttlMs = 5 * 60_000
/** Enough for several devices that sign in at the same time. */
const maxTickets = 5

/**
 * Issues the ticket that continues a sign-in with its second factor. It is bound to the account and its password, to
 * the family of the client's IP address, and to the accepted methods. The first factor was right, so its failures are
 * cleared: the ticket and each second factor count their own.
 * @returns the ticket, which is not stored
 * @throws AppError INVALID_CREDENTIALS if the password was changed meanwhile
 */
export async function issueTicket(
  ctx: Context,
  { user, method, attempt, device, origin }: FirstFactor,
  methods: readonly AuthMethod[],
): Promise<string> {
  const { text, id, authHash } = newToken('mfa')
  const now = ctx.clock()
  await groupCommit(ctx, async (tx) => {
    // A password change ends every ticket. Without this lock, one issued meanwhile would survive it.
    await lockRows(tx, 'users', [user.id])
    if ((await findUser(tx, user.id))?.password_hash !== user.password_hash)
      throw new AppError('INVALID_CREDENTIALS')
    const isOwn =
      device && (await hasProved(tx.db, { userId: user.id, deviceId: device.deviceId }, ['second_factor_at']))
    if (attempt) await clearSignInFailures(tx.db, attempt)
    const ticket = {
      id,
      auth_hash: authHash,
      user_id: user.id,
      address_family: ipFamilyOf(origin.ip),
      proof: method,
      methods: methods.join(' '),
      password_digest: passwordDigest(user),
      tries: 0,
      device_id: isOwn ? device.deviceId : null,
      created_at: now,
      expires_at: now + ttlMs,
    }
    await insertMfaTicket(tx, ticket, maxTickets)
  })
  return text
}

/**
 * Interrupts a sign-in whose account needs a second factor.
 * @throws AppError MFA_REQUIRED, with a ticket and the accepted methods
 */
async function requireSecondFactor(ctx: Context, signIn: FirstFactor): Promise<void> {
  const methods = secondFactorsOf(await readFactors(ctx, signIn.user.id))
  if (methods.length === 0) return
  throw new AppError('MFA_REQUIRED', { fields: { methods, ticket: await issueTicket(ctx, signIn, methods) } })
}

/**
 * Signs in after the first factor, unless the account needs a second one.
 * @throws AppError MFA_REQUIRED, with a ticket and the accepted methods
 */
export async function completeSignIn(ctx: AccountWorld, signIn: FirstFactor) {
  const { user, origin } = signIn
  return await ctx.limiter.withSlowRejection(origin.signal, async () => {
    await requireSecondFactor(ctx, signIn)
    return await transactInGroup(ctx, { userId: user.id, origin }, (tx) => startSignedIn(tx, ctx, signIn))
  })
}

/**
 * Counts a try of a second factor. Call it before the factor is checked.
 * @throws AppError NOT_FOUND after the last try
 */
export async function raiseTicketTries(ctx: Context, { id }: OpenTicket): Promise<void> {
  if (!(await groupCommit(ctx, (tx) => raiseMfaTicketTries(tx.db, id)))) throw expiredTicket()
}

/**
 * Uses up a ticket in the transaction that starts its session.
 * @throws AppError NOT_FOUND if another call used it first
 */
async function consumeTicket(tx: Tx, { id }: OpenTicket): Promise<void> {
  if (!(await deleteMfaTicket(tx.db, id))) throw expiredTicket()
}

interface SecondFactor {
  readonly ticket: OpenTicket
  readonly method: AuthMethod
  readonly deviceToken: string | undefined
  readonly origin: Origin
}

/**
 * Ends a sign-in with its second factor: one transaction accepts the factor, uses up the ticket and starts the session.
 * @param accept accepts the factor, under the lock of the account
 */
export async function completeSecondFactor(
  ctx: Context & Pick<AccountWorld, 'mailHeldBack'>,
  { ticket, method, deviceToken, origin }: SecondFactor,
  accept: (tx: Tx) => Promise<void>,
): Promise<OutputOf<typeof login>> {
  const { user } = ticket
  const device = await findKnownDevice(ctx, user.id, deviceToken)
  return await transactInGroup(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    await accept(tx)
    await consumeTicket(tx, ticket)
    return await startSignedIn(tx, ctx, { user, method, first: ticket.method, device, origin })
  })
}
