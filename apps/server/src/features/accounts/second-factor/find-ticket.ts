import { type Proof, proofs } from '@envhold/contract/step-up.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { parseToken, type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Origin } from '../../../http/route.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { requireRateLimitLeft } from '../../users/require-rate-limit.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'
import { addressFamilyOf } from './address-family.ts'
import { checkMfaTicket, findMfaTicket } from './mfa-ticket-store.ts'
import { passwordDigest } from './password-digest.ts'

/** How many tickets that are not valid one IP address may try. */
const invalidPerIp: AttemptRule = { kind: 'mfa-ticket-address', limit: 60, windowMs: 15 * 60_000 }
/** Compared with the secret when the id is unknown. No token hashes to it. */
const dummyHash = new Uint8Array(32)

/** A sign-in whose first factor was proved. */
export interface OpenTicket {
  readonly id: string
  readonly user: User
  /** The proofs that complete the sign-in. */
  readonly methods: readonly Proof[]
}

/** Unknown, expired, used and foreign tickets get the same message. */
export const expiredTicket = () =>
  new AppError('NOT_FOUND', { message: 'This sign-in has expired. Sign in again.' })

/**
 * Finds the sign-in that a ticket continues.
 * @throws AppError NOT_FOUND, RATE_LIMITED; TamperedRowError
 */
export async function findTicket(ctx: Context, text: string, origin: Origin): Promise<OpenTicket> {
  const token = readTicket(text)
  const ipKey = ipRateKey(origin.ip)
  await requireRateLimitLeft(ctx, invalidPerIp, ipKey)
  const open = await findOpenTicket(ctx, token, origin)
  if (open) return open
  await commitTogether(ctx, (tx) => raiseAttempts(tx, invalidPerIp, ipKey))
  throw expiredTicket()
}

async function findOpenTicket(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  token: Token<'mfa'>,
  { ip }: Origin,
): Promise<OpenTicket | undefined> {
  const row = await findMfaTicket(ctx.db, token.id)
  const isCorrect = sameBytes(tokenAuthHash(token), row?.auth_hash ?? dummyHash)
  if (!row || !isCorrect || row.expires_at <= ctx.clock()) return undefined
  checkMfaTicket(ctx, row)
  if (row.address_family !== addressFamilyOf(ip)) return undefined
  const user = await findUser(ctx, row.user_id)
  if (!user || !isOpenToOwner(ctx, user)) return undefined
  if (!sameBytes(row.password_digest, passwordDigest(user))) return undefined
  const methods = proofs.filter((proof) => row.methods.split(' ').includes(proof))
  return { id: row.id, user, methods }
}

function readTicket(text: string): Token<'mfa'> {
  try {
    return parseToken(text, 'mfa')
  } catch (error) {
    throw error instanceof VaultError ? expiredTicket() : error
  }
}
