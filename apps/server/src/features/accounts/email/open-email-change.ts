import type { openEmailChange as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { findEmailChangeLink } from './email-change-link.ts'
import { linksPerIp } from './mailed-link.ts'

/** Returns the account and the new address of a link. Nothing changes. */
export async function openEmailChange(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user, change } = await findEmailChangeLink(ctx, body.token)
  return { username: user.username, email: change.new_email }
}
