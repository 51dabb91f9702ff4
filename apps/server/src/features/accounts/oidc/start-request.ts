import { hash } from 'node:crypto'
import {
  providerCallbackPath,
  providerSignInMinutes,
  type returnPaths,
} from '@envhold/contract/accounts/identity-provider.ts'
import { type BoxAt, sealServerBox } from '@envhold/integrity/server-cipher.ts'
import type { Row } from '../../../db/tables.ts'
import type { Origin } from '../../../http/route.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import type { AccountWorld } from '../account-world.ts'
import { insertOidcRequest } from './oidc-request-store.ts'
import { requireProvider } from './provider-calls.ts'

/** An office signs in from one IP address in the morning. Each use stores a row for ten minutes. */
const perIp: AttemptRule = { kind: 'oidc-start-address', limit: 300, windowMs: 15 * 60_000 }

interface SignInRequest {
  readonly purpose: Row<'oidc_requests'>['purpose']
  /** SHA-256 of the value that the browser holds, base64url. */
  readonly browserHash: string
  readonly returnPath: (typeof returnPaths)[number]
  /** Who asks, unless the request is to find that out. */
  readonly asked?: { readonly userId: number; readonly sessionId: string }
}

/**
 * Stores a request to the provider. There are no cookies: the request is bound to a value that the page holds.
 * @returns the URL that the browser opens
 */
export async function startRequest(
  ctx: AccountWorld,
  origin: Origin,
  { purpose, browserHash, returnPath, asked }: SignInRequest,
): Promise<{ readonly url: string }> {
  await requireNetworkLimit(ctx, perIp, origin.ip)
  const { client, config, settings } = await requireProvider(ctx)
  const [state, nonce, verifier] = [
    client.randomState(),
    client.randomNonce(),
    client.randomPKCECodeVerifier(),
  ]
  const now = ctx.clock()
  const id = hash('sha256', state)
  await insertOidcRequest(ctx, {
    id,
    browser_hash: Buffer.from(browserHash, 'base64url'),
    nonce,
    sealed_verifier: sealServerBox(ctx.secrets, verifierPlace(id, now), Buffer.from(verifier)),
    purpose,
    user_id: asked?.userId ?? null,
    session_id: asked?.sessionId ?? null,
    return_path: returnPath,
    created_at: now,
    expires_at: now + providerSignInMinutes * 60_000,
  })
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${ctx.config.publicUrl}${providerCallbackPath}`,
    scope: ['openid', ...settings.scopes.filter((scope) => scope !== 'openid')].join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // A session at the provider is no proof that its owner is present. Not every provider honours both.
    ...(purpose === 'step-up' && { max_age: '0', prompt: 'login' }),
  })
  return { url: url.href }
}

/** What the box of a PKCE verifier is bound to: its request. */
export const verifierPlace = (id: string, createdAt: number): BoxAt => ({
  name: `oidc-verifier/${id}`,
  updatedAt: createdAt,
})
