import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import type { ProviderSettings } from '../../../sign-in-provider/provider-settings.ts'
import type { ProviderIdentity } from '../../../sign-in-provider/read-identity.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { secondFactorsOf } from '../factors/accepted-proofs.ts'
import { readFactors } from '../factors/factor-store.ts'
import { linkIdentity } from './link-identity.ts'
import { findIdentityOf } from './oidc-identity-store.ts'

const mustLinkSelf = (label: string) =>
  new AppError('CONFLICT', {
    message: `An account with this e-mail address already exists. Sign in to it, then link ${label} on your account page.`,
  })

/**
 * Links an existing account that has the same e-mail address, if the operator allows that and both sides have verified
 * the address: whoever registered here with the address of somebody else must not receive their sign-in. An account
 * with a second factor, or one that operates the server, is only linked from its own session.
 * @throws AppError CONFLICT
 */
export async function linkByEmail(
  ctx: Context,
  user: User,
  identity: ProviderIdentity,
  { settings, origin }: { readonly settings: ProviderSettings; readonly origin: Origin },
): Promise<User> {
  const { label, linkByVerifiedEmail } = settings
  if (!linkByVerifiedEmail || !identity.emailVerified) throw mustLinkSelf(label)
  return await transact(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    const locked = await findUser(tx, user.id)
    const isLinkable =
      locked?.email_canonical === user.email_canonical &&
      locked.email_verified_at !== null &&
      locked.status === 'ACTIVE' &&
      locked.role === 'USER' &&
      secondFactorsOf(await readFactors(tx, user.id)).length === 0 &&
      !(await findIdentityOf(tx, user.id, identity.issuer))
    if (!isLinkable) throw mustLinkSelf(label)
    await linkIdentity(tx, locked, identity, { label, origin })
    return locked
  })
}
