import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type finishProviderSignIn as endpoint, returnPaths } from '@envhold/contract/sign-in-provider.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Call } from '../../../http/route.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { canonical } from '../../users/canonical.ts'
import { findUserByEmail, type User } from '../../users/user-store.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'
import { createLinkedAccount } from './create-linked-account.ts'
import { findLinkedUser } from './find-linked-user.ts'
import { type Finished, finishRequest } from './finish-request.ts'
import { linkByEmail } from './link-by-email.ts'
import { touchIdentity } from './oidc-identity-store.ts'
import { invalidRequest } from './provider-rejections.ts'
import { requireAllowedIdentity } from './require-allowed-identity.ts'

type Finishing = Call<typeof endpoint>

/** Signs in with an identity of the provider. Its account may need a second factor of ours. */
export async function finishSignIn(
  ctx: Context,
  deps: SessionDeps,
  cache: ProviderCache,
  call: Finishing,
): Promise<OutputOf<typeof endpoint>> {
  const { body, origin } = call
  const finished = await finishRequest(ctx, cache, call, { purpose: 'sign-in' })
  const linked = await findLinkedUser(ctx, finished.identity)
  await requireAllowed(deps, finished, linked, call)
  const user = linked ?? (await firstSignIn(ctx, deps, finished, call))
  if (!isOpenToOwner(ctx, user)) throw new AppError('INVALID_CREDENTIALS')
  const device = await findKnownDevice(ctx, user.id, body.deviceToken)
  const signedIn = await completeSignIn(ctx, deps, { user, proof: 'oidc', device, origin })
  await touchIdentity(ctx, finished.identity)
  const returnPath = returnPaths.find((path) => path === finished.request.return_path)
  return { ...signedIn, return_path: returnPath ?? '/dashboard' }
}

/** The requirements hold for accounts that exist, too. Their owners see the rejection in their activity. */
async function requireAllowed(
  { recorder }: Pick<SessionDeps, 'recorder'>,
  { settings, identity }: Finished,
  linked: User | undefined,
  { origin }: Finishing,
): Promise<void> {
  try {
    requireAllowedIdentity(settings, identity)
  } catch (error) {
    if (linked) {
      const description = `A sign-in of ${linked.username} with ${settings.label} was rejected: the operator’s requirements are not met`
      await recorder.record({
        type: 'login_failed',
        severity: 'medium',
        description,
        userId: linked.id,
        origin,
      })
    }
    throw error
  }
}

/** Links an existing account, or creates one, as far as the operator allows. */
async function firstSignIn(
  ctx: Context,
  deps: SessionDeps,
  { settings, identity }: Finished,
  { body: { invitation }, origin }: Finishing,
): Promise<User> {
  // An address that nobody has verified says nothing, not even whether it is in use here.
  const email = identity.emailVerified && identity.email !== null ? identity.email : undefined
  const known = email === undefined ? undefined : await findUserByEmail(ctx, canonical(email))
  try {
    if (known) return await linkByEmail(ctx, known, identity, { settings, origin })
    return await createLinkedAccount(ctx, deps, identity, { settings, origin, invitation })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A second sign-in with the same identity was faster.
    const linked = await findLinkedUser(ctx, identity)
    if (!linked) throw invalidRequest()
    return linked
  }
}
