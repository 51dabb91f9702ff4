import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { openPasswordReset as endpoint } from '@envhold/contract/password-reset.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { linksPerIp } from '../email/mailed-link.ts'
import { findResetLink } from './reset-link.ts'

/** Returns which account a link belongs to. Nothing changes: programs that scan mail open links too. */
export async function openReset(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user, undone } = await findResetLink(ctx, body.token)
  return { username: user.username, email: undone?.old_email ?? user.email }
}
