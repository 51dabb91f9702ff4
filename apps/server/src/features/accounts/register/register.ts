import * as accounts from '@envhold/contract/accounts/accounts.ts'
import type { BodyOf } from '@envhold/contract/endpoint.ts'
import { hashPassword } from '@envhold/integrity/argon2.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { groupCommit } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/requests/ip-rate-key.ts'
import type { Origin } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { verifyEmail } from '../../../mail/templates/email.ts'
import { transactInGroup } from '../../audit-log/tx.ts'
import { recordDevice } from '../../sessions/devices.ts'
import { startSession } from '../../sessions/start-session.ts'
import { requireNetworkLimit, requireRateLimit, requireRateLimitLeft } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { canonical, nameIdentity } from '../../users/canonical.ts'
import { changeUser, isEmailTaken, isUsernameTaken } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { issueEmailVerification } from '../email/mailed-link.ts'
import { requireOtherSignIn } from '../oidc/other-ways-in.ts'
import { requireGoodPassword, validateUsername } from '../require-good-password.ts'
import { signedIn } from '../sign-in/start-signed-in.ts'
import {
  createAccount,
  readSignUpMode,
  rejections,
  requireSignUp,
  suggestUsername,
} from './create-account.ts'
import { readProof } from './invitation-proof.ts'

type Body = BodyOf<typeof accounts.register>

/** Far more than people at one IP address need, few enough to stop a script that fills the tables. */
const perIp: AttemptRule = { kind: 'register-address', limit: 100, windowMs: 15 * 60 * 1_000 }
/** Accounts, not attempts: each may fill the storage of the free plan. */
const perDay: AttemptRule = { kind: 'register-day', limit: 200, windowMs: 24 * 60 * 60 * 1_000 }
const nameTries = 5

/** Creates an account and signs it in, in one transaction. */
export const register = verb(accounts.register, async (ctx: AccountWorld, { body, origin }) => {
  if (body.invitation === undefined && (await readSignUpMode(ctx)) === 'closed')
    throw new AppError('FORBIDDEN', { message: rejections.closed })
  await requireOtherSignIn(ctx)
  if (body.username !== undefined) validateUsername(body.username)
  const ipKey = ipRateKey(origin.ip)
  const account = `name ${nameIdentity(canonical(body.email))}`
  const caller = { lane: 'sign-in', account, ipKey, signal: origin.signal } as const
  const { proof, passwordHash } = await ctx.limiter.withSlowRejection(origin.signal, async () => {
    await requireRateLimitLeft(ctx, perIp, ipKey)
    return await ctx.limiter.run(caller, async () => {
      await groupCommit(ctx, (tx) => requireRateLimit({ db: tx.db, clock: ctx.clock }, perIp, ipKey))
      const proof = await readProof(ctx, body.invitation, body.email)
      await requireSignUp(ctx, proof.invitedBy)
      await requireGoodPassword(ctx, body.password, body, 'password')
      await requireFree(ctx, body)
      return { proof, passwordHash: await hashPassword(body.password) }
    })
  })
  const { invitedBy, isEmailProven } = proof
  for (let tries = 1; ; tries++) {
    const username = body.username ?? (await suggestUsername(ctx.db, body.email))
    try {
      return await createSignedIn(ctx, { ...body, username, passwordHash, invitedBy }, isEmailProven, origin)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      await requireFree(ctx, body)
      if (tries === nameTries) throw new AppError('CONFLICT')
    }
  }
})

/** @throws AppError CONFLICT naming the field that is taken */
async function requireFree(ctx: DbContext, { email, username }: Body): Promise<void> {
  const taken = []
  if (await isEmailTaken(ctx.db, canonical(email)))
    taken.push({
      path: 'email',
      message: 'An account with this e-mail address already exists. Sign in, or reset its password',
    })
  if (username !== undefined && (await isUsernameTaken(ctx.db, canonical(username))))
    taken.push({ path: 'username', message: 'An account with this username already exists' })
  const [first] = taken
  if (first) throw new AppError('CONFLICT', { message: `${first.message}.`, details: taken })
}

async function createSignedIn(
  ctx: Context,
  account: Parameters<typeof createAccount>[1],
  isEmailProven: boolean,
  origin: Origin,
) {
  const registered = await transactInGroup(ctx, { userId: null, origin }, async (tx) => {
    await requireNetworkLimit(tx, perDay, origin.ip)
    const created = await createAccount(tx, account)
    const verifiedUser = isEmailProven && (await changeUser(tx, created, { email_verified_at: ctx.clock() }))
    const user = verifiedUser || created
    const { deviceId, deviceToken } = await recordDevice(tx, user.id, origin)
    const token = await startSession(tx, { userId: user.id, method: 'password', deviceId }, origin)
    // Without a mail server there is no way to deliver a verification link, so none is created.
    // An account that waits cannot use one; it asks for a link once it is approved.
    const canMailLink = ctx.mail.hasServer && user.email_verified_at === null && user.status === 'ACTIVE'
    const link = canMailLink ? await issueEmailVerification(tx, user) : undefined
    const byOperator = account.invitedBy === 'operator' ? ', invited by an operator' : ''
    const description = `${user.username} created an account${byOperator}`
    const verified = `${user.username} verified the e-mail address`
    const actor = { userId: user.id }
    tx.record({ ...actor, type: 'account_created', description })
    if (isEmailProven) tx.record({ ...actor, type: 'email_verified', description: verified })
    return { user, token, deviceToken, link }
  })
  // Registration does not wait for the mail server. The user can request the mail again.
  const { link, user } = registered
  if (link)
    void ctx.mail.sendNow(verifyEmail, { to: user.email, variables: { account: user.username, link } })
  return signedIn(ctx, registered, user)
}
