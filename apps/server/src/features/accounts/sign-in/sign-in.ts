/** Signing in with a password, or with a passkey alone. */

import * as accounts from '@envhold/contract/accounts/accounts.ts'
import * as passkeys from '@envhold/contract/accounts/passkey-authentication.ts'
import { isStorable } from '@envhold/formats/fields/text.ts'
import { AppError } from '../../../app-error.ts'
import { groupCommit } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import { type Origin, originAfterResponse } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { transactInGroup } from '../../audit-log/tx.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import type { Argon2Caller } from '../../users/argon2-limiter.ts'
import { canonical, nameIdentity } from '../../users/canonical.ts'
import { checkPassword } from '../../users/check-password.ts'
import {
  clearSignInFailures,
  mailedFailures,
  raiseSignInFailures,
  requireSignInAllowed,
  type SignInAttempt,
} from '../../users/sign-in-attempt.ts'
import { findUserByName } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { startReset } from '../mailed-links/issue-reset.ts'
import { requireOtherSignIn } from '../oidc/other-ways-in.ts'
import { completeSignIn } from '../second-factor/tickets.ts'
import { issueChallenge, recordUse, requestOptionsOf, verifyUse } from '../webauthn/passkey-challenge.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-library.ts'
import { isOpenToOwner, startSignedIn } from './start-signed-in.ts'

/** Signs in by e-mail address or username. Neither the response nor its time reveals whether an account exists. */
export const login = verb(accounts.login, async (ctx: AccountWorld, { body, origin }) => {
  const name = canonical(body.email.trim())
  const known = isStorable(name) ? await findUserByName(ctx, name) : undefined
  const device = known && (await findKnownDevice(ctx, known.id, body.deviceToken))
  const attempt = { name: nameIdentity(name), ipKey: ipRateKey(origin.ip), deviceId: device?.deviceId }
  const failed = (description: string, severity: 'medium' | 'high' = 'medium') =>
    ctx.recorder.record({ type: 'login_failed', severity, description, userId: known?.id ?? null, origin })
  const who = known?.username ?? 'an unknown account'

  const { failures, user } = await ctx.limiter.withSlowRejection(origin.signal, async () => {
    await requireSignInAllowed(ctx, attempt)
    return await ctx.limiter.run(argon2CallerOf(attempt, origin), async () => ({
      failures: await raiseSignInFailures(ctx, attempt),
      user: await checkPassword(known, body.password),
    }))
  })
  if (!user) {
    if (known && !device && failures === mailedFailures) {
      const requestOrigin = originAfterResponse(origin)
      ctx.afterAnswer('sign-in-link', () => startReset(ctx, known, requestOrigin))
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
    await groupCommit(ctx, (tx) => clearSignInFailures(tx.db, attempt))
    await failed(`A sign-in was rejected for ${who}, whose account is not active`)
    throw new AppError('INVALID_CREDENTIALS')
  }
  await requireOtherSignIn(ctx, user)
  return await completeSignIn(ctx, { user, method: 'password', attempt, device, origin })
})

/** A known device has a lane and a place of its own, which other clients at the same IP address cannot take. */
const argon2CallerOf = ({ name, ipKey, deviceId }: SignInAttempt, { signal }: Origin): Argon2Caller => ({
  lane: deviceId === undefined ? 'sign-in' : 'known-device',
  account: deviceId === undefined ? `name ${name}` : `device ${deviceId}`,
  ipKey: deviceId === undefined ? ipKey : `device ${deviceId}`,
  signal,
})

const use = { purpose: 'sign-in' } as const

/** The answer depends on nobody's account: the browser offers the passkeys that it has. */
export const startPasskeySignIn = verb(passkeys.startPasskeySignIn, async (ctx, { origin }) => {
  const site = requireWebauthnSite(ctx.config)
  return { options: requestOptionsOf(site, await issueChallenge(ctx, use, origin.ip)) }
})

/** Signs in with a passkey alone. Its owner has the device and was verified by it, so it counts as two factors. */
export const signInWithPasskey = verb(passkeys.signInWithPasskey, async (ctx: AccountWorld, call) => {
  const { body, origin } = call
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  const { user } = proved
  const device = await findKnownDevice(ctx, user.id, body.deviceToken)
  return await transactInGroup(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    await recordUse(tx, proved, 'sign in')
    return await startSignedIn(tx, ctx, { user, method: 'passkey', device, origin })
  })
})
