/** Device login: the command line gets its token once a signed-in user approves it (RFC 8628). */

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import * as contract from '@envhold/contract/personal-tokens/device-login.ts'
import { matchesAuthHash, newToken, parseToken, type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { openDeviceToken, sealDeviceToken } from '@envhold/vault/device-login.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { type Approval, deleteApproval, findApproval } from '../approvals/approval-store.ts'
import { type ApprovalKind, ask, poll } from '../approvals/ask.ts'
import { decide, openApproval, requireReviewed } from '../approvals/review.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { issuePersonalToken } from './issue-personal-token.ts'
import { findPersonalToken } from './personal-token-store.ts'

const lifetimeMs = contract.deviceLoginMinutes * 60_000

const kind: ApprovalKind = {
  lifetimeMs,
  pollSeconds: contract.pollSeconds,
  slowDownSeconds: contract.slowDownSeconds,
  perIp: { kind: 'device-login-address', limit: 30, windowMs: lifetimeMs },
  wrongCodes: { kind: 'device-login-code', limit: 5, windowMs: lifetimeMs },
  // In 19^8 codes.
  maxOpen: 2_000,
  page: '/cli-auth',
  tooMany: 'Too many logins are waiting. Try again in a few minutes, or log in with a token.',
  unknownCode: 'No login waits for this code. Compare it with your terminal, or run the command again.',
  noLongerOpen: 'This login has expired, was answered, or was opened elsewhere. Enter its code again.',
}

type Answer = OutputOf<typeof contract.pollDeviceLogin>

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
  const { text, id, authHash, seed } = newToken('dvc')
  const { userCode, page, link } = await ask(ctx, kind, {
    id,
    auth_hash: authHash,
    public_key: keyPairFromSeed(seed).publicKey,
    device_name: body.device_name,
    client: body.client,
    ip: origin.ip,
  })
  return {
    device_code: text,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: link,
    expires_in: lifetimeMs / 1_000,
    interval: contract.pollSeconds,
  }
})

/**
 * Tells a device how its login stands. Of any number of polls, on any number of nodes, one gets the token. A device
 * code that is unknown writes nothing, so that strangers cannot make the database write.
 */
export const pollDeviceLogin = verb(contract.pollDeviceLogin, async (ctx, { body }) => {
  const code = ifAccepted(() => parseToken(body.device_code, 'dvc'))
  const login = code && (await findApproval(ctx, 'id', code.id))
  const isCorrect = code && matchesAuthHash(code, login?.auth_hash)
  if (!isCorrect || !login || login.expires_at <= ctx.clock()) return answer('expired_token')
  const { status, interval } = await poll(ctx, kind, login)
  return status === 'approved' ? await collect(ctx, login, code) : answer(status, interval)
})

/**
 * Shows a login to the user who has its code.
 * @throws AppError NOT_FOUND, LOCKED_OUT, VALIDATION_FAILED; TamperedRowError
 */
export const openDeviceLogin = verb(
  contract.openDeviceLogin,
  async (ctx, { caller: { userId }, body: { user_code: code, tag }, origin }) => {
    const { review, approval: login } = await openApproval(ctx, kind, { userId, code, tag })
    return {
      review,
      login: {
        device_name: login.device_name,
        client: login.client,
        ip_address: login.ip,
        same_ip_address: login.ip === origin.ip,
        created_at: wireTime(login.created_at),
        expires_at: wireTime(login.expires_at),
      },
    }
  },
)

/**
 * Creates a token for a login and seals it to the device code, in one transaction: of two approvals, one creates a
 * token.
 * @throws AppError NOT_FOUND, MASTER_PASSWORD_REQUIRED, INVALID_MASTER_PASSWORD, LIMIT_REACHED, LOCKED_OUT;
 *   TamperedRowError
 */
export const approveDeviceLogin = verb(contract.approveDeviceLogin, async (ctx: VaultWorld, call) => {
  const { userId } = call.caller
  const login = await requireReviewed(ctx, kind, { userId, review: call.body.review })
  const { id, token_name } = await issuePersonalToken(ctx, {
    ...call,
    name: `CLI on ${login.device_name}`,
    permissions: personalTokenPermissions,
    expiresAt: null,
    login,
    onCreated: async (tx, created) => {
      const sealed = sealDeviceToken(created.token, { id: login.id, user: userId }, login.public_key)
      await decide(tx, kind, login, { status: 'approved', token_id: created.id, sealed_token: sealed })
    },
  })
  return { success: true, id, token_name, message: 'The command line is logged in.' }
})

/** @throws AppError NOT_FOUND; TamperedRowError */
export const denyDeviceLogin = verb(contract.denyDeviceLogin, async (ctx, { caller, body }) => {
  const login = await requireReviewed(ctx, kind, { userId: caller.userId, review: body.review })
  await decide(ctx, kind, login, { status: 'denied' })
  return { message: 'The login was denied.' }
})

async function collect(ctx: Context, login: Approval, code: Token<'dvc'>): Promise<Answer> {
  const token = openToken(login, code)
  if (!(await deleteApproval(ctx, login))) return answer('expired_token')
  // Its owner may have revoked it before the device came.
  const isValid = login.token_id !== null && (await findPersonalToken(ctx.db, login.token_id))
  return isValid ? { ...answer('approved'), token } : answer('access_denied')
}

function openToken({ id, user_id: user, sealed_token: sealed }: Approval, code: Token<'dvc'>): string {
  try {
    return openDeviceToken(
      keyPairFromSeed(tokenSeed(code)),
      { id, user: user ?? 0 },
      sealed ?? new Uint8Array(),
    )
  } catch {
    throw new TamperedRowError('device_logins', id)
  }
}
