/** Signing in at the identity provider, and linking an account to it. */
import * as endpoints from '@envhold/contract/sign-in-provider.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { createProviderCache } from '../../../sign-in-provider/provider-cache.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { confirmWithProvider } from './confirm-with-provider.ts'
import { finishLink } from './finish-link.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { createListProviders } from './list-providers.ts'
import { readLink } from './read-link.ts'
import { startConfirmation } from './start-confirmation.ts'
import { startLink } from './start-link.ts'
import { startRequest } from './start-request.ts'
import { unlinkProvider } from './unlink-provider.ts'

export function oidcRoutes(ctx: Context, deps: SessionDeps): Route[] {
  const cache = createProviderCache(ctx)
  const listProviders = createListProviders(ctx)
  return [
    route(endpoints.listSignInProviders, async () => ({ json: await listProviders() })),
    route(endpoints.startProviderSignIn, async ({ body, origin }) => ({
      json: await startRequest(ctx, cache, origin, { purpose: 'sign-in', ...body }),
    })),
    route(endpoints.finishProviderSignIn, async (call) => ({
      json: await finishSignIn(ctx, deps, cache, call),
    })),
    route(endpoints.readProviderLink, async ({ caller }) => ({ json: await readLink(ctx, caller.userId) })),
    route(endpoints.startProviderLink, async (call) => ({ json: await startLink(ctx, cache, call) })),
    route(endpoints.finishProviderLink, async (call) => ({ json: await finishLink(ctx, deps, cache, call) })),
    route(endpoints.unlinkProvider, async (call) => ({ json: await unlinkProvider(ctx, deps, call) })),
    route(endpoints.startProviderConfirmation, async (call) => ({
      json: await startConfirmation(ctx, cache, call),
    })),
    route(endpoints.confirmWithProvider, async (call) => ({
      json: await confirmWithProvider(ctx, deps, cache, call),
    })),
  ]
}
