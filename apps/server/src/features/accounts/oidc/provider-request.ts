import { hash } from 'node:crypto'
import {
  providerCallbackPath,
  providerSignInMinutes,
  type returnPaths,
} from '@envhold/contract/accounts/identity-provider.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { BoxAt } from '@envhold/integrity/server-cipher.ts'
import { openServerBox, sealServerBox } from '@envhold/integrity/server-cipher.ts'
import { TamperedRowError } from '../../../app-error.ts'
import type { ClockContext, Context, SecretsContext } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import { type ProviderIdentity, readIdentity } from '../../../identity-provider/read-identity.ts'
import { requireNetworkLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { deleteOidcRequest, insertOidcRequest, type OidcRequest } from './oidc-store.ts'
import { explainToUser, invalidRequest, requireProvider } from './provider-calls.ts'

/** An office signs in from one IP address in the morning. Each use stores a row for ten minutes. */
const startsPerIp: AttemptRule = { kind: 'oidc-start-address', limit: 300, windowMs: 15 * 60_000 }

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
  await requireNetworkLimit(ctx, startsPerIp, origin.ip)
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
const verifierPlace = (id: string, createdAt: number): BoxAt => ({
  name: `oidc-verifier/${id}`,
  updatedAt: createdAt,
})

const finishesPerIp: AttemptRule = { kind: 'oidc-finish-address', limit: 300, windowMs: 15 * 60_000 }
const statePattern = /^[A-Za-z0-9_-]{43}$/

interface Callback {
  readonly params: string
  readonly browserValue: string
}

interface Expected {
  readonly purpose: OidcRequest['purpose']
  /** The session that started the request; undefined for a sign-in. */
  readonly caller?: SessionCaller
}

export interface Finished {
  readonly request: OidcRequest
  readonly settings: ProviderSettings
  readonly identity: ProviderIdentity
}

/**
 * Uses up the request that a callback answers, and reads from the provider who signed in.
 * @throws AppError NOT_FOUND for any callback that this browser did not ask for in time; INVALID_CREDENTIALS,
 *   UNAVAILABLE, RATE_LIMITED
 */
export async function finishRequest(
  ctx: AccountWorld,
  { body: { params, browserValue }, origin }: { readonly body: Callback; readonly origin: Origin },
  expected: Expected,
): Promise<Finished> {
  await requireNetworkLimit(ctx, finishesPerIp, origin.ip)
  const state = new URLSearchParams(params).get('state') ?? ''
  const request = await findRequest(ctx, state)
  if (!isExpected(ctx, request, browserValue, expected)) throw invalidRequest()
  const verifier = openVerifier(ctx, request)
  const provider = await requireProvider(ctx)
  const { settings } = provider
  const callback = new URL(`${ctx.config.publicUrl}${providerCallbackPath}?${params}`)
  const needsAuthTime = request.purpose === 'step-up'
  try {
    const sent = { state, nonce: request.nonce, verifier, needsAuthTime }
    return { request, settings, identity: await readIdentity(provider, callback, sent) }
  } catch (error) {
    throw explainToUser(ctx, error, settings.label)
  }
}

async function findRequest(ctx: Context, state: string): Promise<OidcRequest> {
  const request = statePattern.test(state) ? await deleteOidcRequest(ctx, hash('sha256', state)) : undefined
  if (!request) throw invalidRequest()
  return request
}

const isExpected = (
  { clock }: ClockContext,
  request: OidcRequest,
  browserValue: string,
  { purpose, caller }: Expected,
): boolean =>
  sameBytes(hash('sha256', browserValue, 'buffer'), request.browser_hash) &&
  request.purpose === purpose &&
  request.expires_at > clock() &&
  request.user_id === (caller?.userId ?? null) &&
  request.session_id === (caller?.session.id ?? null)

function openVerifier({ secrets }: SecretsContext, request: OidcRequest): string {
  try {
    const place = verifierPlace(request.id, request.created_at)
    return openServerBox(secrets, place, request.sealed_verifier).toString('utf8')
  } catch {
    throw new TamperedRowError('oidc_requests', request.id)
  }
}
