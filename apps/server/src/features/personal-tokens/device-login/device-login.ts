/** Device login: the command line gets its token from a signed-in user who compares a code (RFC 8628). */

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import * as contract from '@envhold/contract/personal-tokens/device-login.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { newToken, parseToken, type Token, tokenAuthHash, tokenSeed } from '@envhold/integrity/token.ts'
import { newUserCode, userCodeMac } from '@envhold/integrity/user-code.ts'
import { userCodeTag } from '@envhold/integrity/user-code-tag.ts'
import { openDeviceToken } from '@envhold/vault/device-login.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, TamperedRowError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import { ipNetworks } from '../../../http/ip-rate-key.ts'
import { verb } from '../../../http/verb.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit } from '../../users/require-rate-limit.ts'
import { findPersonalToken } from '../personal-token-store.ts'
import {
  countOpenDeviceLogins,
  type DeviceLogin,
  deleteDeviceLogin,
  findDeviceLogin,
  insertDeviceLogin,
  listUnread,
  notePoll,
  raiseInterval,
} from './device-login-store.ts'

type Answer = OutputOf<typeof contract.pollDeviceLogin>

const dummyHash = new Uint8Array(32)
/** A poll that is a little early is in time: networks deliver some calls faster than others. */
const toleranceMs = 1_000
const maxIntervalSeconds = 60

const lifetimeMs = contract.deviceLoginMinutes * 60_000
/** Anybody can begin a login, and each stores a row. */
const perIp: AttemptRule = { kind: 'device-login-address', limit: 30, windowMs: lifetimeMs }
const triesPerCode = 3
/** Of the instance. It also bounds how likely a guessed user code is one that waits: 2,000 in 19^8. */
const maxOpenDeviceLogins = 2_000

const answer = (status: Answer['status'], interval = contract.pollSeconds): Answer => ({
  status,
  interval,
  token: null,
})

/**
 * Begins a login. The device code is a token with a key pair: the server stores what identifies it and its public key,
 * so that neither the database nor the server secret opens what is later sealed to it.
 * @throws AppError RATE_LIMITED
 */
export const startDeviceLogin = verb(contract.startDeviceLogin, async (ctx, { body, origin }) => {
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
    interval_seconds: contract.pollSeconds,
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
    interval: contract.pollSeconds,
  }
})

/**
 * Tells a device how its login stands. Of any number of polls, on any number of nodes, one gets the token. A device
 * code that is unknown writes nothing, so that strangers cannot make the database write.
 */
export const pollDeviceLogin = verb(contract.pollDeviceLogin, async (ctx, { body }) => {
  const code = readDeviceCode(body.device_code)
  const login = code && (await findDeviceLogin(ctx, 'id', code.id))
  const isCorrect = code && sameBytes(tokenAuthHash(code), login?.auth_hash ?? dummyHash)
  if (!isCorrect || !login || login.expires_at <= ctx.clock()) return answer('expired_token')
  const { id, interval_seconds: interval } = login
  if (!(await notePoll(ctx, id, interval * 1_000 - toleranceMs))) {
    await raiseInterval(ctx.db, id, { by: contract.slowDownSeconds, max: maxIntervalSeconds })
    return answer('slow_down', Math.min(interval + contract.slowDownSeconds, maxIntervalSeconds))
  }
  if (login.status === 'denied') return answer('access_denied')
  if (login.status === 'pending') return answer('authorization_pending', interval)
  return await collect(ctx, login, code)
})

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

const widest = (ip: string) => ipNetworks(ip).at(-1) ?? ip

/**
 * Deletes logins beyond the limit, after one was added: of the network that has most of those that nobody has looked
 * at, the oldest. Strangers who begin many therefore replace their own. Several nodes may do this at once: they choose
 * the same ones.
 * @param added the id of the new login
 * @returns whether the new one is still there
 */
async function trimDeviceLogins(ctx: DbContext<'clock'>, added: string): Promise<boolean> {
  const now = ctx.clock()
  let excess = (await countOpenDeviceLogins(ctx.db, now)) - maxOpenDeviceLogins
  if (excess <= 0) return true
  const byNetwork = Map.groupBy(await listUnread(ctx.db, now), ({ ip }) => widest(ip))
  const deleted = new Set<string>()
  for (; excess > 0; excess--) {
    const [most] = [...byNetwork.values()].toSorted((left, right) => right.length - left.length)
    const oldest = most?.shift()
    if (!oldest) break
    await deleteDeviceLogin(ctx, oldest)
    deleted.add(oldest.id)
  }
  return !deleted.has(added)
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
