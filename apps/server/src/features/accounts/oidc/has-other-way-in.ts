import type { Context } from '../../../context.ts'
import type { ProviderSettings } from '../../../sign-in-provider/provider-settings.ts'
import type { User } from '../../users/user-store.ts'
import { readFactors } from '../factors/factor-store.ts'
import { isProviderOnlyWayIn } from './require-other-sign-in.ts'

/** Whether an account can be signed in to without the provider. */
export async function hasOtherWayIn(
  ctx: Pick<Context, 'db' | 'config' | 'secrets'>,
  user: User,
  settings: ProviderSettings | undefined,
): Promise<boolean> {
  if (isProviderOnlyWayIn(settings, user)) return false
  const { password, passkeys } = await readFactors(ctx, user.id)
  return password || passkeys > 0
}
