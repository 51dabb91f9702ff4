import type { AssertionResponse } from '@envhold/contract/webauthn.ts'
import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import type { Origin } from '../../../http/route.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'
import { type ChallengeUse, claimChallenge, hasChallenge } from './challenge-store.ts'
import { findPasskey, type Passkey } from './passkey-store.ts'
import { rejected } from './rejected.ts'
import { reportRegression } from './report-regression.ts'
import { userHandleOf } from './user-handle.ts'
import { challengeOf, type VerifiedUse, verifyAssertion } from './webauthn-library.ts'
import { requireWebauthnSite } from './webauthn-site.ts'

/** A passkey whose owner proved to have it, and to be able to unlock it. */
export interface ProvedPasskey extends VerifiedUse {
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
  if (!(await commitTogether(ctx, (tx) => claimChallenge(tx, challenge, use)))) throw rejected()

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
