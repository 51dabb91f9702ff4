import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { confirmWithProvider as endpoint } from '@envhold/contract/sign-in-provider.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { confirmSession } from '../step-up/confirm-session.ts'
import { type Finished, finishRequest } from './finish-request.ts'
import { findIdentity } from './oidc-identity-store.ts'
import { requireAllowedIdentity } from './require-allowed-identity.ts'
import { requireProviderProof } from './require-provider-proof.ts'

/** How much the clock of the provider may be behind ours. */
const toleranceMs = 60_000

const notFresh = (label: string) =>
  new AppError('INVALID_CREDENTIALS', {
    message: `${label} did not ask you to sign in again. Sign out here and in again, or add a passkey to your account.`,
  })
const otherAccount = (label: string) =>
  new AppError('INVALID_CREDENTIALS', {
    message: `That is another account at ${label}. Choose the one that is linked to your account here.`,
  })

/** Confirms the signed-in user by a sign-in at the provider that is younger than the request for it. */
export async function confirmWithProvider(
  ctx: Context,
  deps: SessionDeps,
  cache: ProviderCache,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, origin } = call
  const { request, settings, identity }: Finished = await finishRequest(ctx, cache, call, {
    purpose: 'step-up',
    caller,
  })
  const { authTime = 0 } = identity
  if (authTime < request.created_at - toleranceMs) throw notFresh(settings.label)
  requireAllowedIdentity(settings, identity)
  return await confirmSession(ctx, deps, { caller, origin, proof: 'oidc' }, async (tx) => {
    const linked = await findIdentity(tx, identity)
    if (linked?.user_id !== caller.userId) throw otherAccount(settings.label)
    await requireProviderProof(tx, caller.userId)
  })
}
