import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { finishProviderLink as endpoint } from '@envhold/contract/sign-in-provider.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Call } from '../../../http/route.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { findUser } from '../../users/user-store.ts'
import { type Finished, finishRequest } from './finish-request.ts'
import { linkIdentity } from './link-identity.ts'
import { findIdentityOf } from './oidc-identity-store.ts'
import { requireAllowedIdentity } from './require-allowed-identity.ts'

const inUse = (label: string) =>
  new AppError('CONFLICT', { message: `That account at ${label} is linked to another account here.` })

export const alreadyLinked = (label: string) =>
  new AppError('CONFLICT', {
    message: `Your account is linked to one at ${label} already. Remove that link first.`,
  })

/** Links the signed-in account to the identity that the provider confirmed. */
export async function finishLink(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  cache: ProviderCache,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, origin } = call
  const { userId, session, verifiedAt, verifiedBy } = caller
  const finished = await finishRequest(ctx, cache, call, { purpose: 'link', caller })
  const { label } = finished.settings
  requireAllowedIdentity(finished.settings, finished.identity)
  try {
    const token = await transact(ctx, { userId, origin }, async (tx) => {
      await tx.lock([userId])
      await linkOwnAccount(tx, call, finished)
      return await renewSession(tx, session.id, { verifiedAt, proof: verifiedBy })
    })
    unlocked.dropSession(session.id)
    return { message: `Your account is linked to ${label}.`, token }
  } catch (error) {
    throw isUniqueViolation(error) ? inUse(label) : error
  }
}

async function linkOwnAccount(
  tx: Tx,
  { caller: { userId }, origin }: Pick<Call<typeof endpoint>, 'caller' | 'origin'>,
  { settings: { label }, identity }: Finished,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  if (await findIdentityOf(tx, userId, identity.issuer)) throw alreadyLinked(label)
  await linkIdentity(tx, user, identity, { label, origin })
}
