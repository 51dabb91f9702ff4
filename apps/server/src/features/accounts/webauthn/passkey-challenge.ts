import { randomBytes } from 'node:crypto'
import type { AssertionResponse, PasskeyRequestOptions } from '@envhold/contract/accounts/passkeys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { groupCommit } from '../../../db/transaction.ts'
import type { Origin } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { mailOwner } from '../notify-owner.ts'
import { isOpenToOwner } from '../sign-in/start-signed-in.ts'
import {
  challengeOf,
  requireWebauthnSite,
  type VerifiedUse,
  verifyAssertion,
  type WebauthnSite,
} from './webauthn-library.ts'
import {
  type ChallengeUse,
  claimChallenge,
  findPasskey,
  hasChallenge,
  insertChallenge,
  type Passkey,
  storePasskeyUse,
} from './webauthn-store.ts'

const minuteMs = 60_000
export const challengeTtlMs = 5 * minuteMs

/** Each challenge is a row, so an IP address gets as many as it may sign in, and an account some more. */
const perMinute: AttemptRule = { kind: 'passkey-challenge-minute', limit: 30, windowMs: minuteMs }
const perHour: AttemptRule = { kind: 'passkey-challenge-hour', limit: 300, windowMs: 60 * minuteMs }
const perUser: AttemptRule = { kind: 'passkey-challenge-user', limit: 60, windowMs: 15 * minuteMs }

/**
 * Creates a challenge for one use within five minutes. Only its hash is stored.
 * @param ip the IP address of a caller who is not signed in
 * @throws AppError RATE_LIMITED
 */
export async function issueChallenge(
  ctx: DbContext<'groupCommit' | 'clock'>,
  use: ChallengeUse,
  ip?: string,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await groupCommit(ctx, async (tx) => {
    if (ip !== undefined) for (const rule of [perMinute, perHour]) await requireNetworkLimit(tx, rule, ip)
    if ('userId' in use) await requireRateLimit(tx, perUser, String(use.userId))
    await insertChallenge(tx, challenge, use, tx.clock() + challengeTtlMs)
  })
  return challenge
}

/** How the browser is asked to name a credential. */
export const descriptorOf = ({ id, transports }: Pick<Passkey, 'id' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports: parseStored(storedTexts, transports),
})

/** What `navigator.credentials.get` is called with. Without passkeys, the browser offers all that it has for the site. */
export const requestOptionsOf = (
  { rpId }: WebauthnSite,
  challenge: string,
  passkeys: readonly Passkey[] = [],
): PasskeyRequestOptions => ({
  challenge,
  timeout: challengeTtlMs,
  rpId,
  allowCredentials: passkeys.map(descriptorOf),
  userVerification: 'required',
})

/** A passkey whose owner proved to have it, and to be able to unlock it. */
interface ProvedPasskey extends VerifiedUse {
  readonly passkey: Passkey
  readonly user: User
}

interface Answer {
  readonly use: ChallengeUse
  readonly response: AssertionResponse
  readonly origin: Origin
}

/**
 * Verifies the answer of an authenticator to a challenge of ours, which is used up by that.
 * @throws AppError INVALID_CREDENTIALS for every reason, NOT_FOUND where there are no passkeys; TamperedRowError
 */
export async function verifyUse(ctx: Context, { use, response, origin }: Answer): Promise<ProvedPasskey> {
  const site = requireWebauthnSite(ctx.config)
  const challenge = challengeOf(response.response)
  if (challenge === undefined || !(await hasChallenge(ctx, challenge, use))) throw rejected()
  if (!(await groupCommit(ctx, (tx) => claimChallenge(tx, challenge, use)))) throw rejected()

  const passkey = await findPasskey(ctx, response.id)
  const isOurs = passkey?.rp_id === site.rpId && (!('userId' in use) || passkey.user_id === use.userId)
  if (!isOurs) throw rejected()
  const { userHandle } = response.response
  const verified =
    userHandle === undefined || userHandle === userHandleOf(passkey.user_id)
      ? await verifyAssertion(site, response, challenge, passkey)
      : null
  if (!verified) {
    ctx.log.passkeyRejected({ purpose: use.purpose, requestId: origin.requestId })
    throw rejected()
  }
  const user = await findUser(ctx, passkey.user_id)
  if (!user || !isOpenToOwner(ctx, user)) throw rejected()
  if (isRegression(passkey.counter, verified.counter)) {
    await reportRegression(ctx, user, passkey, origin)
    throw rejected()
  }
  return { ...verified, passkey, user }
}

/** Synced passkeys always count 0. Any other count rises with each use; a copy of the authenticator falls behind. */
const isRegression = (stored: number, counter: number) => (stored > 0 || counter > 0) && counter <= stored

/**
 * Records the use of a passkey, in the transaction of what it is used for, under the lock of the account.
 * @param what what it was used for, as the activity log describes it: `sign in`
 * @throws AppError INVALID_CREDENTIALS if it was removed, or used with a later counter, meanwhile
 */
export async function recordUse(tx: Tx, { passkey, user, ...use }: ProvedPasskey, what: string) {
  if (!(await storePasskeyUse(tx, passkey, use))) throw rejected()
  const description = `${user.username} used the passkey ${passkey.name} to ${what}`
  tx.record({ type: 'passkey_used', description })
}

/** Records and mails that an authenticator has counted fewer uses than before: there may be a copy of it. */
async function reportRegression(ctx: Context, user: User, { name }: Passkey, origin: Origin): Promise<void> {
  await transact(ctx, { userId: user.id, origin }, async (tx) => {
    const variables = { ...noticeVariables(tx, user.id, origin), passkey: name }
    await mailOwner(tx, user, 'passkeyCounterRegression', variables)
    const description = `The passkey ${name} of ${user.username} was rejected, because its counter went back`
    tx.record({ type: 'counter_regression', description })
  })
}

/** Every reason to reject a passkey has this one answer. */
export const rejected = () =>
  new AppError('INVALID_CREDENTIALS', { message: 'The passkey was not accepted. Try again.' })

/** What authenticators store to name an account: its id, never its e-mail address. Base64url. */
export const userHandleOf = (userId: number): string => Buffer.from(String(userId)).toString('base64url')
