import type { login as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Call, Origin } from '../../../http/route.ts'
import { findKnownDevice } from '../../sessions/note-device.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import type { Argon2Caller } from '../../users/argon2-limiter.ts'
import { canonical, isStorable } from '../../users/canonical.ts'
import { checkPassword } from '../../users/check-password.ts'
import { nameIdentity } from '../../users/name-identity.ts'
import {
  clearSignInFailures,
  mailedFailures,
  raiseSignInFailures,
  requireSignInAllowed,
  type SignInAttempt,
} from '../../users/sign-in-attempt.ts'
import { findUserByName } from '../../users/user-store.ts'
import { requireOtherSignIn } from '../oidc/require-other-sign-in.ts'
import { startReset } from '../reset/start-reset.ts'
import type { WorkAfterAnswer } from '../reset/work-after-answer.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { isOpenToOwner } from './restore-account.ts'

interface LoginDeps extends Pick<SessionDeps, 'limiter' | 'recorder'> {
  readonly afterAnswer: WorkAfterAnswer
}

/** Signs in by e-mail address or username. Neither the response nor its time reveals whether an account exists. */
export async function login(
  ctx: Context,
  { limiter, recorder, afterAnswer }: LoginDeps,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const name = canonical(body.email.trim())
  const known = isStorable(name) ? await findUserByName(ctx, name) : undefined
  const device = known && (await findKnownDevice(ctx, known.id, body.deviceToken))
  const attempt = {
    name: nameIdentity(name),
    ipKey: ipRateKey(origin.ip),
    deviceId: device?.deviceId,
  }
  const failed = (description: string, severity: 'medium' | 'high' = 'medium') =>
    recorder.record({ type: 'login_failed', severity, description, userId: known?.id ?? null, origin })
  const who = known?.username ?? 'an unknown account'

  const { failures, user } = await limiter.withSlowRejection(origin.signal, async () => {
    await requireSignInAllowed(ctx, attempt)
    return await limiter.run(argon2CallerOf(attempt, origin), async () => ({
      failures: await raiseSignInFailures(ctx, attempt),
      user: await checkPassword(known, body.password),
    }))
  })
  if (!user) {
    if (known && !device && failures === mailedFailures) {
      const { signal: _, ...asked } = origin
      afterAnswer(() => startReset(ctx, known, asked))
    }
    // Records one in ten failures: the log cannot be flooded, and a guess does not always cost a commit.
    if (failures === 1) await failed(`A sign-in failed for ${who}`)
    else if (failures % 10 === 1)
      await failed(
        `Signing in failed ${failures} times in a row for ${who}`,
        failures > 20 ? 'high' : 'medium',
      )
    throw new AppError('INVALID_CREDENTIALS')
  }
  if (!isOpenToOwner(ctx, user)) {
    await commitTogether(ctx, (tx) => clearSignInFailures(tx.db, attempt))
    await failed(`A sign-in was rejected for ${who}, whose account is not active`)
    throw new AppError('INVALID_CREDENTIALS')
  }
  await requireOtherSignIn(ctx, user)
  return await completeSignIn(ctx, { limiter }, { user, proof: 'password', attempt, device, origin })
}

/** A known device has a lane and a place of its own, which other clients at the same IP address cannot take. */
const argon2CallerOf = ({ name, ipKey, deviceId }: SignInAttempt, { signal }: Origin): Argon2Caller => ({
  lane: deviceId === undefined ? 'sign-in' : 'known-device',
  account: deviceId === undefined ? `name ${name}` : `device ${deviceId}`,
  ipKey: deviceId === undefined ? ipKey : `device ${deviceId}`,
  signal,
})
