import type { Context } from '../../../context.ts'
import type { ProviderIdentity } from '../../../sign-in-provider/read-identity.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { findIdentity } from './oidc-identity-store.ts'

/** The account that an identity is linked to. Issuer and subject identify it; the e-mail address does not. */
export async function findLinkedUser(
  ctx: Pick<Context, 'db' | 'secrets'>,
  identity: ProviderIdentity,
): Promise<User | undefined> {
  const linked = await findIdentity(ctx, identity)
  return linked && (await findUser(ctx, linked.user_id))
}
