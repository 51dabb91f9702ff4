import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { openProtection as endpoint } from '@envhold/contract/mailed-links.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { linksPerIp } from '../email/mailed-link.ts'
import { findProtectionLink } from './protection-link.ts'

/** Returns what the link of a security mail does. Nothing changes: programs that scan mail open links too. */
export async function openProtection(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { link, user, emailChange, delayedChange } = await findProtectionLink(ctx, body.token)
  const { username, email } = user
  const subjects = {
    'not-me': null,
    'revoke-tokens': null,
    'undo-email': emailChange?.old_email ?? null,
    'stop-change': delayedChange?.kind ?? null,
  }
  return { username, email, purpose: link.purpose, subject: subjects[link.purpose] }
}
