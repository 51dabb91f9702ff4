/** The link between an account and the identity provider. */

import * as contract from '@envhold/contract/accounts/identity-provider.ts'
import { AppError } from '../../../app-error.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import type { Call } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import { noticeVariables, queueMail } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { findUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { linkIdentity, requireAllowedIdentity } from './link-identity.ts'
import { deleteIdentitiesOf, findIdentityOf, findNewestIdentityOf } from './oidc-store.ts'
import { hasOtherSignInMethod } from './other-ways-in.ts'
import { requireProvider } from './provider-calls.ts'
import { type Finished, finishRequest, startRequest } from './provider-request.ts'

/** Reads the link of an account. Calls no provider: the page is shown while that is unavailable, too. */
export const readProviderLink = verb(contract.readProviderLink, async (ctx, { caller: { userId } }) => {
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
      returnPath: '/account',
      asked: caller,
    })
  },
)

const inUse = (label: string) =>
  new AppError('CONFLICT', { message: `That account at ${label} is linked to another account here.` })

const alreadyLinked = (label: string) =>
  new AppError('CONFLICT', {
    message: `Your account is linked to one at ${label} already. Remove that link first.`,
  })

/** Links the signed-in account to the identity that the provider confirmed. */
export const finishProviderLink = verb(contract.finishProviderLink, async (ctx: AccountWorld, call) => {
  const { caller, origin } = call
  const { userId, session, verifiedAt, verifiedBy } = caller
  const finished = await finishRequest(ctx, call, { purpose: 'link', caller })
  const { label } = finished.settings
  requireAllowedIdentity(finished.settings, finished.identity)
  try {
    const token = await transact(ctx, { userId, origin }, async (tx) => {
      await tx.lock([userId])
      await linkOwnAccount(tx, call, finished)
      return await renewSession(tx, session.id, { verifiedAt, method: verifiedBy })
    })
    ctx.unlocked.dropSession(session.id)
    return { message: `Your account is linked to ${label}.`, token }
  } catch (error) {
    throw isUniqueViolation(error) ? inUse(label) : error
  }
})

async function linkOwnAccount(
  tx: Tx,
  { caller: { userId }, origin }: Pick<Call<typeof contract.finishProviderLink>, 'caller' | 'origin'>,
  { settings: { label }, identity }: Finished,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  if (await findIdentityOf(tx, userId, identity.issuer)) throw alreadyLinked(label)
  await linkIdentity(tx, user, identity, { label, origin })
}

const onlyWay = () =>
  new AppError('FORBIDDEN', {
    message: 'This is the only way in to your account. Set a password or add a passkey first.',
  })

/** Removes the link to the provider, which may no longer be set up. The account must have another way in. */
export const unlinkProvider = verb(contract.unlinkProvider, async (ctx: AccountWorld, { caller, origin }) => {
  const { userId, session, verifiedAt, verifiedBy } = caller
  const settings = await readProviderSettings(ctx)
  const label = settings?.label ?? 'the identity provider'
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('UNAUTHENTICATED')
    if (!(await hasOtherSignInMethod(tx, user, settings))) throw onlyWay()
    if ((await deleteIdentitiesOf(tx, userId)) === 0) throw new AppError('NOT_FOUND')
    tx.revoked({ kind: 'identity', userId })
    const variables = { ...noticeVariables(tx, userId, origin), provider: label }
    await queueMail(tx, 'providerUnlinked', { to: user.email, variables })
    const description = `${user.username} removed the link to ${label}`
    tx.record({ type: 'oidc_unlinked', severity: 'medium', description })
    return await renewSession(tx, session.id, { verifiedAt, method: verifiedBy })
  })
  ctx.unlocked.dropSession(session.id)
  return { message: `Your account is no longer linked to ${label}.`, token }
})
