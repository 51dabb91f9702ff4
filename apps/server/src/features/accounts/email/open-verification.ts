import type { openVerification as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { findLinkedAccount } from './email-verification-link.ts'
import { linksPerIp } from './mailed-link.ts'

/** Returns which account a link belongs to, as its mail does, so that the page can ask for the right sign-in. */
export async function openVerification(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { user } = await findLinkedAccount(ctx, body.token)
  return { username: user.username, email: user.email }
}
