import type { openVerification as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { addressIdentity } from '../../http/address-identity.ts'
import type { Call } from '../../http/route.ts'
import { findLinkedAccount, linksPerAddress } from './email-verification-link.ts'
import { requireRate } from './require-rate.ts'

/** Names the account of a link, as its mail does, so that the page can ask for the right sign-in. */
export async function openVerification(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRate(ctx, linksPerAddress, addressIdentity(origin.ip))
  const { user } = await findLinkedAccount(ctx, ctx.db, body.token)
  return { username: user.username, email: user.email }
}
