import type { DbContext } from '../../../context.ts'
import { readInvitationProof } from '../../collaborators/invitation-of-link.ts'
import { canonical } from '../../users/canonical.ts'
import { findLinkedInvitation } from './account-invitation-store.ts'

/** Who wants a new account. */
export type Inviter = 'nobody' | 'user' | 'operator'

export interface Proof {
  readonly invitedBy: Inviter
  /** The link was mailed, so its bearer reads mail at the address. */
  readonly isEmailProven: boolean
}

/** What the secret of an invitation proves about a bearer who claims this e-mail address. */
export async function readProof(
  ctx: DbContext<'secrets' | 'clock'>,
  secret: string | undefined,
  email: string,
): Promise<Proof> {
  if (secret === undefined) return { invitedBy: 'nobody', isEmailProven: false }
  const byOperator = await findLinkedInvitation(ctx, secret)
  if (byOperator?.email_canonical === canonical(email)) return { invitedBy: 'operator', isEmailProven: true }
  const proof = await readInvitationProof(ctx, secret, email)
  return { invitedBy: proof === null ? 'nobody' : 'user', isEmailProven: proof === 'address' }
}
