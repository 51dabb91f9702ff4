import {
  deviceLoginMinutes,
  type startDeviceLogin as endpoint,
  pollSeconds,
} from '@envhold/contract/device-login.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { newUserCode, userCodeMac } from '@envhold/integrity/user-code.ts'
import { userCodeTag } from '@envhold/integrity/user-code-tag.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Call } from '../../../http/route.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { insertDeviceLogin } from './device-login-store.ts'
import { trimDeviceLogins } from './trim-device-logins.ts'

const lifetimeMs = deviceLoginMinutes * 60_000
/** Anybody can begin a login, and each stores a row. */
const perIp: AttemptRule = { kind: 'device-login-address', limit: 30, windowMs: lifetimeMs }
const triesPerCode = 3

/**
 * Begins a login. The device code is a token with a key pair: the server stores what identifies it and its public key,
 * so that neither the database nor the server secret opens what is later sealed to it.
 * @throws AppError RATE_LIMITED
 */
export async function startDeviceLogin(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireNetworkLimit(ctx, perIp, origin.ip)
  const now = ctx.clock()
  const { text, id, authHash, seed } = newToken('dvc')
  const userCode = await storeUnderNewCode(ctx, {
    id,
    auth_hash: authHash,
    public_key: keyPairFromSeed(seed).publicKey,
    device_name: body.device_name,
    client: body.client,
    ip: origin.ip,
    status: 'pending',
    user_id: null,
    review_hash: null,
    token_id: null,
    sealed_token: null,
    interval_seconds: pollSeconds,
    last_polled_at: null,
    created_at: now,
    expires_at: now + lifetimeMs,
  })
  if (!(await trimDeviceLogins(ctx, id)))
    throw new AppError('RATE_LIMITED', {
      message: 'Too many logins are waiting. Try again in a few minutes, or log in with a token.',
      retryAfter: 60,
    })
  const verificationUri = `${ctx.config.publicUrl}/cli-auth`
  const link = new URLSearchParams({ code: userCode, tag: userCodeTag(ctx.secrets, id, userCode) })
  return {
    device_code: text,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?${link}`,
    expires_in: lifetimeMs / 1_000,
    interval: pollSeconds,
  }
}

type NewLogin = Omit<Parameters<typeof insertDeviceLogin>[1], 'user_code_mac'>

/** Two logins with the same code would be one too many: the second gets another. */
async function storeUnderNewCode(ctx: Context, login: NewLogin): Promise<string> {
  for (let tries = 1; ; tries++) {
    const code = newUserCode()
    try {
      await insertDeviceLogin(ctx, { ...login, user_code_mac: userCodeMac(ctx.secrets, code) })
      return code
    } catch (error) {
      if (tries === triesPerCode || !isUniqueViolation(error)) throw error
    }
  }
}
