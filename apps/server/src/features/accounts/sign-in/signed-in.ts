import type { register } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../users/account-of.ts'
import type { User } from '../../users/user-store.ts'

/** The response to a sign-in. The specification requires both the token and the username twice. */
export const signedIn = (
  ctx: Pick<Context, 'mail' | 'config'>,
  { token, deviceToken }: { readonly token: string; readonly deviceToken: string },
  user: User,
): OutputOf<typeof register> => ({
  token,
  username: user.username,
  deviceToken,
  data: { token, username: user.username, user: accountOf(ctx, user) },
})
