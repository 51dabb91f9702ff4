import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { type Token, tokenAuthHash } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { changeUser } from '../users/user-store.ts'
import { noInvitation, provesEmail } from './invitation-of-link.ts'
import type { Invited } from './require-invitation.ts'

/**
 * Requires that the caller owns the invited e-mail address: it is verified already, or the link proves it. A mailed
 * link also verifies the address.
 * @throws AppError NOT_FOUND for the link of another invitation, FORBIDDEN when nothing proves that the address is the
 *   caller's
 */
export async function verifyInvitedEmail(tx: Tx, invited: Invited, link: Token<'inv'> | null): Promise<void> {
  requireProof(invited, link)
  if (link && provesEmail(invited.invitation)) await verifyEmailAddress(tx, invited)
}

function requireProof({ invitation, user }: Invited, link: Token<'inv'> | null): void {
  if (link) {
    const isCorrect = sameBytes(tokenAuthHash(link), invitation.link_hash ?? new Uint8Array(32))
    if (!isCorrect || link.id !== invitation.link_id) throw noInvitation()
  } else if (user.email_verified_at === null)
    throw new AppError('FORBIDDEN', {
      message: 'Verify your e-mail address first, or follow the link in the invitation.',
    })
}

/** A caller who presents the secret of a mailed link reads the mail at that address. */
async function verifyEmailAddress(tx: Tx, { user }: Invited): Promise<void> {
  if (user.email_verified_at !== null) return
  if (!(await changeUser(tx, user, { email_verified_at: tx.clock() }))) throw noInvitation()
  const description = `${user.username} verified the e-mail address`
  tx.record({ type: 'email_verified', severity: 'low', description })
}
