import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { startProviderConfirmation as endpoint } from '@envhold/contract/sign-in-provider.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { ProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import { requireProviderProof } from './require-provider-proof.ts'
import { startRequest } from './start-request.ts'

export async function startConfirmation(
  ctx: Context,
  cache: ProviderCache,
  { caller: { userId, session }, body: { browserHash }, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireProviderProof(ctx, userId)
  const asked = { userId, sessionId: session.id }
  const wanted = { purpose: 'step-up', browserHash, returnPath: '/account', asked } as const
  return await startRequest(ctx, cache, origin, wanted)
}
