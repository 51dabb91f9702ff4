import { sameBytes } from '@envhold/integrity/bytes.ts'
import { parseToken, type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { checkEmailToken, type EmailToken, findEmailToken } from '../../users/email-token-store.ts'
import { findUser, type User } from '../../users/user-store.ts'

/** How many mailed links one IP address may try. */
export const linksPerIp: AttemptRule = { kind: 'verify-address', limit: 60, windowMs: 15 * 60 * 1_000 }
/** Compared with the secret when the id is unknown. No token hashes to it. */
const dummyHash = new Uint8Array(32)

/** Unknown, used, expired and replaced links get the same message. */
export const invalidLink = () =>
  new AppError('NOT_FOUND', { message: 'This link is no longer valid. Request a new one.' })

/**
 * Finds the stored half of a mailed link of one kind, and its account. The caller checks that the account may use it.
 * @throws AppError NOT_FOUND
 */
export async function findMailedLink(
  ctx: DbContext<'clock' | 'secrets'>,
  text: string,
  kind: EmailToken['kind'],
): Promise<{ readonly row: EmailToken; readonly user: User }> {
  const token = readLink(text)
  const row = await findEmailToken(ctx.db, token.id)
  const isCorrect = sameBytes(tokenAuthHash(token), row?.auth_hash ?? dummyHash)
  if (!row || !isCorrect || row.kind !== kind || row.expires_at <= ctx.clock()) throw invalidLink()
  checkEmailToken(ctx, row)
  const user = await findUser(ctx, row.user_id)
  if (!user) throw invalidLink()
  return { row, user }
}

function readLink(text: string): Token<'eml'> {
  try {
    return parseToken(text, 'eml')
  } catch (error) {
    throw error instanceof VaultError ? invalidLink() : error
  }
}
