import type { openEmailChange as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Call } from '../../../http/route.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { findEmailChangeLink } from './email-change-link.ts'
import { linksPerIp } from './mailed-link.ts'

/** Returns the account and the new address of a link. Nothing changes. */
export async function openEmailChange(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRateLimit(ctx, linksPerIp, ipRateKey(origin.ip))
  const { user, change } = await findEmailChangeLink(ctx, body.token)
  return { username: user.username, email: change.new_email }
}
