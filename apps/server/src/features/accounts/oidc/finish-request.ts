import { hash } from 'node:crypto'
import { providerCallbackPath } from '@envhold/contract/accounts/identity-provider.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { openServerBox } from '@envhold/integrity/server-cipher.ts'
import { TamperedRowError } from '../../../app-error.ts'
import type { ClockContext, Context, SecretsContext } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import { type ProviderIdentity, readIdentity } from '../../../identity-provider/read-identity.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import type { AccountWorld } from '../account-world.ts'
import { deleteOidcRequest, type OidcRequest } from './oidc-request-store.ts'
import { explainToUser, invalidRequest, requireProvider } from './provider-calls.ts'
import { verifierPlace } from './start-request.ts'

const perIp: AttemptRule = { kind: 'oidc-finish-address', limit: 300, windowMs: 15 * 60_000 }
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
  await requireNetworkLimit(ctx, perIp, origin.ip)
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
