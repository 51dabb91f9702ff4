/** Device login for the signed-in user, who compares a code and approves or denies the login. */

import { hash, randomBytes } from 'node:crypto'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import * as contract from '@envhold/contract/personal-tokens/device-login.ts'
import { userCodeMac } from '@envhold/integrity/user-code.ts'
import { verifyUserCodeTag } from '@envhold/integrity/user-code-tag.ts'
import { sealDeviceToken } from '@envhold/vault/device-login.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext, SecretsContext } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import { verb } from '../../../http/verb.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { type AttemptRule, findAttempts, lowerAttempts, raiseAttempts } from '../../users/attempt-store.ts'
import { issuePersonalToken } from '../issue-personal-token.ts'
import { type DeviceLogin, decideDeviceLogin, findDeviceLogin } from './device-login-store.ts'

/** Counted for as long as a login waits for its code. */
const wrongCodes: AttemptRule = {
  kind: 'device-login-code',
  limit: 5,
  windowMs: contract.deviceLoginMinutes * 60_000,
}

/** What is stored of the value that the page holds. */
const reviewHash = (review: string): Uint8Array => hash('sha256', review, 'buffer')

const unknownCode = () =>
  new AppError('NOT_FOUND', {
    message: 'No login waits for this code. Compare it with your terminal, or run the command again.',
  })

const noLongerOpen = () =>
  new AppError('NOT_FOUND', {
    message: 'This login has expired, was answered, or was opened elsewhere. Enter its code again.',
  })

/**
 * Shows a login to the user who has its code. From now on only the page that gets this answer can approve or deny it:
 * it holds the one value that the answer contains, and no other session knows it.
 * @throws AppError NOT_FOUND, LOCKED_OUT, VALIDATION_FAILED; TamperedRowError
 */
export const openDeviceLogin = verb(
  contract.openDeviceLogin,
  async (ctx: VaultWorld, { caller, body, origin }) => {
    const login =
      body.tag === undefined
        ? await findByCode(ctx, caller.userId, body.user_code)
        : await findByLink(ctx, body.user_code, body.tag)
    const review = randomBytes(32).toString('base64url')
    const opened = { user_id: caller.userId, review_hash: reviewHash(review) }
    if (!(await decideDeviceLogin(ctx, login, opened))) throw unknownCode()
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
  const { caller, body } = call
  const login = await requireReviewed(ctx, caller, body.review)
  const at = { id: login.id, user: caller.userId }
  const { id, token_name } = await issuePersonalToken(ctx, {
    ...call,
    name: `CLI on ${login.device_name}`,
    permissions: personalTokenPermissions,
    expiresAt: null,
    askedBy: ' by device code',
    onCreated: async (tx, created) => {
      const sealed = sealDeviceToken(created.token, at, login.public_key)
      const approved = { status: 'approved', token_id: created.id, sealed_token: sealed } as const
      // Opening the vault took a while.
      if (login.expires_at <= tx.clock() || !(await decideDeviceLogin(tx, login, approved)))
        throw noLongerOpen()
    },
  })
  return { success: true, id, token_name, message: 'The command line is logged in.' }
})

/** @throws AppError NOT_FOUND; TamperedRowError */
export const denyDeviceLogin = verb(contract.denyDeviceLogin, async (ctx: VaultWorld, { caller, body }) => {
  const login = await requireReviewed(ctx, caller, body.review)
  if (!(await decideDeviceLogin(ctx, login, { status: 'denied' }))) throw noLongerOpen()
  return { message: 'The login was denied.' }
})

/**
 * The login that the caller's page opened last, and that waits for an answer.
 * @throws AppError NOT_FOUND; TamperedRowError
 */
async function requireReviewed(
  ctx: DbContext<'secrets' | 'clock'>,
  { userId }: SessionCaller,
  review: string,
): Promise<DeviceLogin> {
  const login = await findDeviceLogin(ctx, 'review_hash', reviewHash(review))
  const isOpen = login?.status === 'pending' && login.expires_at > ctx.clock()
  if (!isOpen || login.user_id !== userId) throw noLongerOpen()
  return login
}

/**
 * The login that a link of this server names. The tag is checked before the look-up, so that a wrong one reveals
 * nothing, not even by its time: this is no way to guess codes, and uses up no try.
 */
async function findByLink(ctx: Context, code: string, tag: string): Promise<DeviceLogin> {
  return requireWaiting(ctx, await findDeviceLogin(ctx, 'id', requireTag(ctx, code, tag)))
}

function requireTag({ secrets }: SecretsContext, code: string, tag: string): string {
  try {
    return verifyUserCodeTag(secrets, tag, code)
  } catch {
    const message = 'This server did not make the link for this code'
    throw new AppError('VALIDATION_FAILED', { message, details: [{ path: 'tag', message }] })
  }
}

function requireWaiting(ctx: Context, login: DeviceLogin | undefined): DeviceLogin {
  if (login?.status !== 'pending' || login.expires_at <= ctx.clock()) throw unknownCode()
  return login
}

/**
 * Counts each try before it looks. A right code gives back its own try only: the codes of one's own logins must not
 * buy further guesses.
 */
async function findByCode(ctx: Context, userId: number, code: string): Promise<DeviceLogin> {
  const identity = String(userId)
  const requireLeft = (count: number, until: number) => {
    if (count > wrongCodes.limit)
      throw new AppError('LOCKED_OUT', {
        retryAfter: Math.max(1, Math.ceil((until - ctx.clock()) / 1_000)),
      })
  }
  const before = await findAttempts(ctx, wrongCodes, identity)
  if (before) requireLeft(before.count + 1, before.until)
  const raised = await raiseAttempts(ctx, wrongCodes, identity)
  requireLeft(raised.count, raised.until)
  const login = requireWaiting(
    ctx,
    await findDeviceLogin(ctx, 'user_code_mac', userCodeMac(ctx.secrets, code)),
  )
  await lowerAttempts(ctx, wrongCodes, identity)
  return login
}
