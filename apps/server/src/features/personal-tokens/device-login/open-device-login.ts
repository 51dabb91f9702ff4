import { randomBytes } from 'node:crypto'
import { deviceLoginMinutes, type openDeviceLogin as endpoint } from '@envhold/contract/device-login.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { userCodeMac } from '@envhold/integrity/user-code.ts'
import { verifyUserCodeTag } from '@envhold/integrity/user-code-tag.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { type AttemptRule, findAttempts, lowerAttempts, raiseAttempts } from '../../users/attempt-store.ts'
import { answerDeviceLogin, type DeviceLogin, findDeviceLogin } from './device-login-store.ts'
import { reviewHash } from './require-reviewed.ts'

/** As long as any login that waits could be guessed. */
const wrongCodes: AttemptRule = {
  kind: 'device-login-code',
  limit: 5,
  windowMs: deviceLoginMinutes * 60_000,
}

const unknownCode = () =>
  new AppError('NOT_FOUND', {
    message: 'No login waits for this code. Compare it with your terminal, or run the command again.',
  })

/**
 * Shows a login to the user who has its code. From now on only the page that gets this answer can approve or deny it:
 * it holds the one value that the answer contains, and no other session knows it.
 * @throws AppError NOT_FOUND, LOCKED_OUT, VALIDATION_FAILED; TamperedRowError
 */
export async function openDeviceLogin(
  ctx: Context,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const login =
    body.tag === undefined
      ? await findByCode(ctx, caller.userId, body.user_code)
      : await findByLink(ctx, body.user_code, body.tag)
  const review = randomBytes(32).toString('base64url')
  const opened = { user_id: caller.userId, review_hash: reviewHash(review) }
  if (!(await answerDeviceLogin(ctx, login, opened))) throw unknownCode()
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
}

/**
 * The login that a link of this server names. The tag is checked before the look-up, so that a wrong one reveals
 * nothing, not even by its time: this is no way to guess codes, and uses up no try.
 */
async function findByLink(ctx: Context, code: string, tag: string): Promise<DeviceLogin> {
  return requireWaiting(ctx, await findDeviceLogin(ctx, 'id', requireTag(ctx, code, tag)))
}

function requireTag({ secrets }: Pick<Context, 'secrets'>, code: string, tag: string): string {
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
