import { forbidden } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import type { User } from '../../users/user-store.ts'
import { readFactors } from '../factors/factor-store.ts'

/** A SUPER_ADMIN can sign in while the provider is unavailable or set up wrongly. */
export const isProviderOnlySignIn = (
  settings: ProviderSettings | undefined,
  user: Pick<User, 'role'> | undefined,
): boolean => settings?.onlyWayIn === true && user?.role !== 'SUPER_ADMIN'

/**
 * Rejects signing in, or registering, without the identity provider where it is the only way in. Call it only after a
 * password was right: its answer tells that the account exists.
 * @throws AppError FORBIDDEN
 */
export async function requireOtherSignIn(ctx: DbContext<'secrets'>, user?: Pick<User, 'role'>) {
  const settings = await readProviderSettings(ctx)
  if (settings && isProviderOnlySignIn(settings, user))
    throw forbidden(`This server accepts no passwords. Continue with ${settings.label}.`)
}

/** Whether the password of an account signs in to it. */
export const acceptsPassword = async (ctx: DbContext<'secrets'>, user: Pick<User, 'role'>) =>
  !isProviderOnlySignIn(await readProviderSettings(ctx), user)

/** Whether an account can be signed in to without the provider. */
export async function hasOtherSignInMethod(
  ctx: DbContext<'config' | 'secrets'>,
  user: User,
  settings: ProviderSettings | undefined,
): Promise<boolean> {
  const { password, passkeys } = await readFactors(ctx, user.id)
  return passkeys > 0 || (password && !isProviderOnlySignIn(settings, user))
}
