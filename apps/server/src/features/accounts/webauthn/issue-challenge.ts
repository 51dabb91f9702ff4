import { randomBytes } from 'node:crypto'
import type { PasskeyRequestOptions } from '@envhold/contract/accounts/passkeys.ts'
import type { DbContext } from '../../../context.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { groupCommit } from '../../../db/transaction.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/require-rate-limit.ts'
import { type ChallengeUse, insertChallenge } from './challenge-store.ts'
import type { Passkey } from './passkey-store.ts'
import type { WebauthnSite } from './webauthn-site.ts'

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
