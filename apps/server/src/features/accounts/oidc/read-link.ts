import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readProviderLink as endpoint } from '@envhold/contract/sign-in-provider.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { readProviderSettings } from '../../../sign-in-provider/provider-settings-store.ts'
import { findUser } from '../../users/user-store.ts'
import { hasOtherWayIn } from './has-other-way-in.ts'
import { findNewestIdentityOf } from './oidc-identity-store.ts'

/** Reads the link of an account. Calls no provider: the page is shown while that is unavailable, too. */
export async function readLink(
  ctx: Pick<Context, 'db' | 'secrets' | 'config'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  const settings = await readProviderSettings(ctx)
  const linked = await findNewestIdentityOf(ctx, userId)
  return {
    provider: settings ? { label: settings.label } : null,
    linked: linked
      ? {
          email: linked.email,
          created_at: wireTime(linked.created_at),
          last_used_at: linked.last_used_at === null ? null : wireTime(linked.last_used_at),
        }
      : null,
    has_other_way_in: await hasOtherWayIn(ctx, user, settings),
  }
}
