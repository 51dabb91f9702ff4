/** The link between an account and the identity provider. */

import * as contract from '@envhold/contract/accounts/identity-provider.ts'
import { AppError, conflict, forbidden } from '../../../app-error.ts'
import { ifTaken } from '../../../db/storage-errors.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import { requireUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { reportUnlinked, unnamedProvider } from '../factors/remove-factor.ts'
import { withRenewedSession } from '../step-up/confirm-session.ts'
import { linkIdentity, requireAllowedIdentity } from './link-identity.ts'
import { deleteIdentitiesOf, findIdentityOf, findNewestIdentityOf } from './oidc-store.ts'
import { hasOtherSignInMethod, isProviderOnlySignIn } from './other-ways-in.ts'
import { requireProvider } from './provider-calls.ts'
import { finishRequest, startRequest } from './provider-request.ts'

/** Reads the link of an account. Calls no provider: the page is shown while that is unavailable, too. */
export const readProviderLink = verb(contract.readProviderLink, async (ctx, { caller: { userId } }) => {
  const user = await requireUser(ctx, userId)
  const settings = await readProviderSettings(ctx)
  const linked = await findNewestIdentityOf(ctx, userId)
  return {
    provider: settings ? { label: settings.label, only_way_in: isProviderOnlySignIn(settings, user) } : null,
    linked: linked
      ? {
          email: linked.email,
          created_at: wireTime(linked.created_at),
          last_used_at: wireTimeOrNull(linked.last_used_at),
        }
      : null,
    has_other_way_in: await hasOtherSignInMethod(ctx, user, settings),
  }
})

export const startProviderLink = verb(
  contract.startProviderLink,
  async (ctx: AccountWorld, { caller: { userId, session }, body: { browserHash }, origin }) => {
    const { settings, config } = await requireProvider(ctx)
    if (await findIdentityOf(ctx, userId, config.serverMetadata().issuer)) throw alreadyLinked(settings.label)
    const caller = { userId, sessionId: session.id }
    return await startRequest(ctx, origin, {
      purpose: 'link',
      browserHash,
      returnPath: '/account/security',
      asked: caller,
    })
  },
)

const inUse = (label: string) => conflict(`That account at ${label} is linked to another account here.`)

const alreadyLinked = (label: string) =>
  conflict(`Your account is linked to one at ${label} already. Remove that link first.`)

/** Links the signed-in account to the identity that the provider confirmed. */
export const finishProviderLink = verb(contract.finishProviderLink, async (ctx: AccountWorld, call) => {
  const { caller } = call
  const { settings, identity } = await finishRequest(ctx, call, { purpose: 'link', caller })
  const { label } = settings
  requireAllowedIdentity(settings, identity)
  const linking = withRenewedSession(ctx, call, async (tx) => {
    const user = await requireUser(tx, caller.userId)
    if (await findIdentityOf(tx, user.id, identity.issuer)) throw alreadyLinked(label)
    await linkIdentity(tx, user, identity, label)
  })
  const { token } = await ifTaken(linking, () => inUse(label))
  return { message: `Your account is linked to ${label}.`, token }
})

const onlyWay = (isProviderOnly: boolean) =>
  forbidden(
    `This is the only way in to your account. ${isProviderOnly ? 'Add' : 'Set a password or add'} a passkey first.`,
  )

/** Removes the link to the provider, which may no longer be set up. The account must have another way in. */
export const unlinkProvider = verb(contract.unlinkProvider, async (ctx: AccountWorld, call) => {
  const { userId } = call.caller
  const settings = await readProviderSettings(ctx)
  const label = settings?.label ?? unnamedProvider
  const { token } = await withRenewedSession(ctx, call, async (tx) => {
    const user = await requireUser(tx, userId)
    if (!(await hasOtherSignInMethod(tx, user, settings))) throw onlyWay(isProviderOnlySignIn(settings, user))
    if ((await deleteIdentitiesOf(tx, userId)) === 0) throw new AppError('NOT_FOUND')
    await reportUnlinked(tx, user, label)
  })
  return { message: `Your account is no longer linked to ${label}.`, token }
})
