import { sameBytes } from '@envhold/integrity/bytes.ts'
import { parseToken, type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { Invitation } from '../projects/invitation-mac.ts'
import { canonical } from '../users/canonical.ts'
import { checkInvitation, findInvitationOfLink } from './invitation-store.ts'

/** Compared with the secret when the id is unknown. No link hashes to it. */
const dummyHash = new Uint8Array(32)

/** Unknown, answered and expired links, and those of other users, get the same message. */
export const noInvitation = () =>
  new AppError('NOT_FOUND', { message: 'There is no such invitation, or it is no longer open.' })

/** @throws AppError NOT_FOUND for text that is not a link */
export function readLink(secret: string): Token<'inv'> {
  try {
    return parseToken(secret.trim(), 'inv')
  } catch (error) {
    throw error instanceof VaultError ? noInvitation() : error
  }
}

/** Whether the link proves that its bearer reads mail at the address. A link that the inviter handed over does not. */
export const provesEmail = ({ handed_over }: Pick<Invitation, 'handed_over'>): boolean => handed_over === 0

/** Finds the open invitation of a mailed link. An unknown link costs the same work as a wrong secret. */
export async function invitationOfLink(
  ctx: DbContext<'secrets' | 'clock'>,
  link: Token<'inv'>,
): Promise<Invitation | undefined> {
  const row = await findInvitationOfLink(ctx.db, link.id)
  const isCorrect = sameBytes(tokenAuthHash(link), row?.link_hash ?? dummyHash)
  if (!row || !isCorrect) return undefined
  checkInvitation(ctx, row)
  return row.expires_at > ctx.clock() ? row : undefined
}

/**
 * What a link proves about a bearer who claims this e-mail address: that they read mail there, that they were invited
 * under it, or nothing. A link that the inviter handed over was never mailed, so it does not prove the address.
 */
export async function readInvitationProof(
  ctx: DbContext<'secrets' | 'clock'>,
  secret: string,
  email: string,
): Promise<'address' | 'invited' | null> {
  try {
    const invitation = await invitationOfLink(ctx, readLink(secret))
    if (invitation?.email_canonical !== canonical(email)) return null
    return provesEmail(invitation) ? 'address' : 'invited'
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
