import * as contract from '@envhold/contract/accounts/account-invitations.ts'
import { notFound } from '../../../app-error.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { linksPerIp } from '../email/mailed-link.ts'
import { findLinkedInvitation } from './account-invitation-store.ts'

/** Shows whom a mailed link invites. Whether an account with the address exists is not said. */
export const openAccountInvitation = verb(contract.openAccountInvitation, async (ctx, { body, origin }) => {
  await requireRateLimit(ctx, linksPerIp, ipRateKey(origin.ip))
  const invitation = await findLinkedInvitation(ctx, body.token)
  if (!invitation) throw notFound('This invitation is no longer valid.')
  return {
    invitation: { email: invitation.email_canonical, expires_at: wireTime(invitation.expires_at) },
  }
})
