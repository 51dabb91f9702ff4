import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeUser } from '../users/user-store.ts'
import { noInvitation, provesEmail } from './invitation-of-link.ts'
import type { Invited } from './require-invitation.ts'

/**
 * Requires that the caller owns the invited e-mail address: it is verified, or the link proves it, which verifies a
 * mailed one.
 * @throws AppError NOT_FOUND for another invitation's link, FORBIDDEN when nothing proves that the address is the
 * caller's
 */
export async function verifyInvitedEmail(tx: Tx, invited: Invited, link: Token<'inv'> | null): Promise<void> {
  requireProved(invited, link)
  if (link && provesEmail(invited.invitation)) await verifyAddress(tx, invited)
}

function requireProved({ invitation, user }: Invited, link: Token<'inv'> | null): void {
  if (link) {
    const isRight = sameBytes(tokenAuthHash(link), invitation.link_hash ?? new Uint8Array(32))
    if (!isRight || link.id !== invitation.link_id) throw noInvitation()
  } else if (user.email_verified_at === null)
    throw new AppError('FORBIDDEN', {
      message: 'Verify your e-mail address first, or follow the link in the invitation.',
    })
}

/** The bearer of a mailed link's secret reads the mail that contained it. */
async function verifyAddress(tx: Tx, { user }: Invited): Promise<void> {
  if (user.email_verified_at !== null) return
  if (!(await changeUser(tx, user, { email_verified_at: tx.clock() }))) throw noInvitation()
  const description = `${user.username} verified the e-mail address`
  tx.record({ type: 'email_verified', severity: 'low', description })
}
