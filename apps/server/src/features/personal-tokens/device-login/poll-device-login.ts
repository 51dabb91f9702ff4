import {
  type pollDeviceLogin as endpoint,
  pollSeconds,
  slowDownSeconds,
} from '@envhold/contract/device-login.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { parseToken, type Token, tokenAuthHash, tokenSeed } from '@envhold/integrity/token.ts'
import { openDeviceToken } from '@envhold/vault/device-login.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findPersonalToken } from '../personal-token-store.ts'
import {
  type DeviceLogin,
  deleteDeviceLogin,
  findDeviceLogin,
  notePoll,
  raiseInterval,
} from './device-login-store.ts'

type Answer = OutputOf<typeof endpoint>

const dummyHash = new Uint8Array(32)
/** A poll that is a little early is in time: networks deliver some calls faster than others. */
const toleranceMs = 1_000
const maxIntervalSeconds = 60

const answer = (status: Answer['status'], interval = pollSeconds): Answer => ({
  status,
  interval,
  token: null,
})

/**
 * Tells a device how its login stands. Of any number of polls, on any number of nodes, one gets the token. A device
 * code that is unknown writes nothing, so that strangers cannot make the database write.
 */
export async function pollDeviceLogin(ctx: Context, { body }: Call<typeof endpoint>): Promise<Answer> {
  const code = readDeviceCode(body.device_code)
  const login = code && (await findDeviceLogin(ctx, 'id', code.id))
  const isCorrect = code && sameBytes(tokenAuthHash(code), login?.auth_hash ?? dummyHash)
  if (!isCorrect || !login || login.expires_at <= ctx.clock()) return answer('expired_token')
  const { id, interval_seconds: interval } = login
  if (!(await notePoll(ctx, id, interval * 1_000 - toleranceMs))) {
    await raiseInterval(ctx.db, id, { by: slowDownSeconds, max: maxIntervalSeconds })
    return answer('slow_down', Math.min(interval + slowDownSeconds, maxIntervalSeconds))
  }
  if (login.status === 'denied') return answer('access_denied')
  if (login.status === 'pending') return answer('authorization_pending', interval)
  return await collect(ctx, login, code)
}

function readDeviceCode(text: string): Token<'dvc'> | undefined {
  try {
    return parseToken(text, 'dvc')
  } catch {
    return undefined
  }
}

async function collect(ctx: Context, login: DeviceLogin, code: Token<'dvc'>): Promise<Answer> {
  const token = openToken(login, code)
  if (!(await deleteDeviceLogin(ctx, login))) return answer('expired_token')
  // Its owner may have revoked it before the device came.
  const isValid = login.token_id !== null && (await findPersonalToken(ctx.db, login.token_id))
  return isValid ? { ...answer('approved'), token } : answer('access_denied')
}

function openToken({ id, user_id: user, sealed_token: sealed }: DeviceLogin, code: Token<'dvc'>): string {
  try {
    return openDeviceToken(keyPairFromSeed(tokenSeed(code)), { id, user: user ?? 0 }, sealed ?? dummyHash)
  } catch {
    throw new TamperedRowError('device_logins', id)
  }
}
