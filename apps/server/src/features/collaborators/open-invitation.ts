import type { openInvitation as endpoint } from '@envhold/contract/answer-invitation.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { ipRateKey } from '../../http/ip-rate-key.ts'
import type { Call } from '../../http/route.ts'
import { findOfferedProject } from '../projects/shared-project-store.ts'
import { type AttemptRule, lowerAttempts } from '../users/attempt-store.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'
import { isEmailTaken } from '../users/user-store.ts'
import { invitationOfLink, noInvitation, readLink } from './invitation-of-link.ts'
import { invitationView } from './invitation-view.ts'

/** Attempts on links from one IP address, the same limit as for sign-ins. */
const perIp: AttemptRule = { kind: 'invitation-address', limit: 60, windowMs: 15 * 60 * 1_000 }

/** Shows what a mailed link is for. The bearer need not be signed in on the device that reads the mail. */
export async function openInvitation(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>['invitation']> {
  const identity = ipRateKey(origin.ip)
  await requireRateLimit(ctx, perIp, identity)
  const invitation = await invitationOfLink(ctx, readLink(body.secret))
  const project = invitation && (await findOfferedProject(ctx, invitation.project_id))
  if (!project) throw noInvitation()
  await lowerAttempts(ctx, perIp, identity)
  return {
    ...invitationView({
      ...invitation,
      project_name: project.name,
      inviter_username: project.owner_username,
    }),
    email: invitation.email,
    has_account: await isEmailTaken(ctx.db, invitation.email_canonical),
  }
}
