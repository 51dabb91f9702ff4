/** Signing in at the identity provider. */

import * as contract from '@envhold/contract/accounts/identity-provider.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { type Call, route } from '../../../http/route.ts'
import { type Verb, verb } from '../../../http/verb.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import { canonical } from '../../users/canonical.ts'
import { findUserByEmail, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { readSignUpMode } from '../register/create-account.ts'
import { completeSignIn } from '../second-factor/tickets.ts'
import { isOpenToOwner } from '../sign-in/start-signed-in.ts'
import { createLinkedAccount } from './create-linked-account.ts'
import { findLinkedUser, linkByEmail, requireAllowedIdentity } from './link-identity.ts'
import { touchIdentity } from './oidc-store.ts'
import { invalidRequest } from './provider-calls.ts'
import { type Finished, finishRequest, startRequest } from './provider-request.ts'

type Providers = OutputOf<typeof contract.listSignInProviders>

const cacheMs = 5_000

/** Lists the providers for the sign-in form. Anybody may ask at any rate, so the settings are read every few seconds. */
export const listSignInProviders: Verb<Context> = {
  routeIn: (ctx) => {
    const list = createListProviders(ctx)
    return route(contract.listSignInProviders, async () => ({ json: await list() }))
  },
}

export const startProviderSignIn = verb(contract.startProviderSignIn, (ctx: AccountWorld, { body, origin }) =>
  startRequest(ctx, origin, { purpose: 'sign-in', ...body }),
)

function createListProviders(ctx: DbContext<'config' | 'secrets' | 'clock'>): () => Promise<Providers> {
  let last: { readonly at: number; readonly providers: Promise<Providers> } | undefined

  const read = async (): Promise<Providers> => {
    const settings = await readProviderSettings(ctx)
    return {
      providers: settings ? [{ label: settings.label, only_way_in: settings.onlyWayIn }] : [],
      sign_ups: await readSignUpMode(ctx),
    }
  }
  return async () => {
    const now = ctx.clock()
    if (last && now - last.at < cacheMs) return await last.providers
    const reading = { at: now, providers: read() }
    last = reading
    try {
      return await reading.providers
    } catch (error) {
      if (last === reading) last = undefined
      throw error
    }
  }
}

type Finishing = Call<typeof contract.finishProviderSignIn>

/** Signs in with an identity of the provider. Its account may need a second factor of ours. */
export const finishProviderSignIn = verb(contract.finishProviderSignIn, async (ctx: AccountWorld, call) => {
  const { body, origin } = call
  const finished = await finishRequest(ctx, call, { purpose: 'sign-in' })
  const linked = await findLinkedUser(ctx, finished.identity)
  await requireAllowed(ctx, finished, linked, call)
  const user = linked ?? (await firstSignIn(ctx, finished, call))
  if (!isOpenToOwner(ctx, user)) throw new AppError('INVALID_CREDENTIALS')
  const device = await findKnownDevice(ctx, user.id, body.deviceToken)
  const signedIn = await completeSignIn(ctx, { user, method: 'oidc', device, origin })
  await touchIdentity(ctx, finished.identity)
  const returnPath = contract.returnPaths.find((path) => path === finished.request.return_path)
  return { ...signedIn, return_path: returnPath ?? '/dashboard' }
})

/** The requirements hold for accounts that exist, too. Their owners see the rejection in their activity. */
async function requireAllowed(
  { recorder }: AccountWorld,
  { settings, identity }: Finished,
  linked: User | undefined,
  { origin }: Finishing,
): Promise<void> {
  try {
    requireAllowedIdentity(settings, identity)
  } catch (error) {
    if (linked) {
      const description = `A sign-in of ${linked.username} with ${settings.label} was rejected: the operator’s requirements are not met`
      await recorder.record({ type: 'login_failed', description, userId: linked.id, origin })
    }
    throw error
  }
}

/** Links an existing account, or creates one, as far as the operator allows. */
async function firstSignIn(
  ctx: AccountWorld,
  { settings, identity }: Finished,
  { body: { invitation }, origin }: Finishing,
): Promise<User> {
  // An address that nobody has verified says nothing, not even whether it is in use here.
  const email = identity.emailVerified && identity.email !== null ? identity.email : undefined
  const known = email === undefined ? undefined : await findUserByEmail(ctx, canonical(email))
  try {
    if (known) return await linkByEmail(ctx, known, identity, { settings, origin })
    return await createLinkedAccount(ctx, identity, { settings, origin, invitation })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A second sign-in with the same identity was faster.
    const linked = await findLinkedUser(ctx, identity)
    if (!linked) throw invalidRequest()
    return linked
  }
}
