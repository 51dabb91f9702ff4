import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { startProviderLink as endpoint } from '@envhold/contract/sign-in-provider.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import { alreadyLinked } from './finish-link.ts'
import { findIdentityOf } from './oidc-identity-store.ts'
import { requireProvider } from './provider-calls.ts'
import { startRequest } from './start-request.ts'

export async function startLink(
  ctx: Context,
  cache: ProviderCache,
  { caller: { userId, session }, body: { browserHash }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { settings, config } = await requireProvider(ctx, cache)
  if (await findIdentityOf(ctx, userId, config.serverMetadata().issuer)) throw alreadyLinked(settings.label)
  const asked = { userId, sessionId: session.id }
  return await startRequest(ctx, cache, origin, {
    purpose: 'link',
    browserHash,
    returnPath: '/account',
    asked,
  })
}
