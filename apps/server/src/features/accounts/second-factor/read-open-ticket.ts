import { type Proof, proofs } from '@envhold/contract/step-up.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import type { Context } from '../../../context.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'
import { ipFamilyOf } from './ip-family.ts'
import { checkMfaTicket, findMfaTicket } from './mfa-ticket-store.ts'
import { passwordDigest } from './password-digest.ts'

/** A sign-in whose first factor was proved. */
export interface OpenTicket {
  readonly id: string
  readonly user: User
  /** The first factor. */
  readonly proof: 'password' | 'oidc'
  /** The proofs that complete the sign-in. */
  readonly methods: readonly Proof[]
}

/** Compared with the secret when the id is unknown. No token hashes to it. */
const dummyHash = new Uint8Array(32)

/**
 * Reads the sign-in that a ticket continues from this IP address; undefined unless the ticket is valid there, and the
 * account and its password are as they were.
 * @throws TamperedRowError
 */
export async function readOpenTicket(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  token: Token<'mfa'>,
  ip: string,
): Promise<OpenTicket | undefined> {
  const row = await findMfaTicket(ctx.db, token.id)
  const isCorrect = sameBytes(tokenAuthHash(token), row?.auth_hash ?? dummyHash)
  if (!row || !isCorrect || row.expires_at <= ctx.clock()) return undefined
  checkMfaTicket(ctx, row)
  if (row.address_family !== ipFamilyOf(ip)) return undefined
  const user = await findUser(ctx, row.user_id)
  if (!user || !isOpenToOwner(ctx, user)) return undefined
  if (!sameBytes(row.password_digest, passwordDigest(user))) return undefined
  const methods = proofs.filter((proof) => row.methods.split(' ').includes(proof))
  return { id: row.id, user, proof: row.proof, methods }
}
