import type { register } from '@envhold/contract/accounts/accounts.ts'
import { type AuthMethod, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { ClockContext, Context, TrxContext } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { noticeVariables, queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { mailEveryoneWithAccess } from '../../projects/mail-collaborators.ts'
import { type DeviceToken, markProved } from '../../sessions/device-store.ts'
import { recordDevice } from '../../sessions/devices.ts'
import { startSession } from '../../sessions/start-session.ts'
import { accountOf } from '../../users/account-of.ts'
import { clearSignInFailures, requireSessionRate, type SignInAttempt } from '../../users/sign-in-attempt.ts'
import { changeUser, findUser, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { restoreWindowMs } from '../delete-permanently.ts'

interface SignIn {
  /** The account as it was when its proof was verified. */
  readonly user: User
  readonly method: AuthMethod
  /** The first factor, where the proof is the second. */
  readonly first?: AuthMethod | undefined
  /** The counted attempt that succeeded, if a name was given. */
  readonly attempt?: SignInAttempt | undefined
  readonly device: DeviceToken | undefined
  readonly origin: Origin
}

/**
 * Starts the session of a person whose proofs are complete, and restores a deleted account.
 * @throws AppError INVALID_CREDENTIALS if the password was changed meanwhile; RATE_LIMITED
 */
export async function startSignedIn(
  tx: Tx,
  { mailHeldBack }: Pick<AccountWorld, 'mailHeldBack'>,
  { user, method, first, attempt, device, origin }: SignIn,
) {
  // A password change ends every session. Without this lock, a session started meanwhile would survive it.
  await tx.lock([user.id])
  const locked = await findUser(tx, user.id)
  if (locked?.password_hash !== user.password_hash) throw new AppError('INVALID_CREDENTIALS')
  await requireSessionRate(tx, user.id)
  if (attempt) await clearSignInFailures(tx.db, attempt)
  const { user: present, restored } = await restoreAccount(tx, locked)
  const { deviceId, deviceToken, isNewProgram } = await recordDevice(tx, user.id, origin, device)
  if (strengthOf(method) === 2) await markProved(tx, { userId: user.id, deviceId }, 'second_factor_at')
  const token = await startSession(tx, { userId: user.id, method, deviceId }, origin)
  if (isNewProgram)
    await queueMail(tx, 'newSignIn', { to: user.email, variables: noticeVariables(tx, user.id, origin) })
  if (restored) {
    await mailEveryoneWithAccess(tx, present, 'sharedAccessRestored', {})
    await mailHeldBack(tx, locked)
    const description = `${present.username} restored the deleted account`
    tx.record({ type: 'account_restored', description })
  }
  const description = `${present.username} signed in ${describeSignIn({ method, first })}`
  tx.record({ type: 'login', description })
  return { ...signedIn(tx, { token, deviceToken }, present), ...(restored && { restored }) }
}

/** The response to a sign-in. The specification requires both the token and the username twice. */
export const signedIn = (
  ctx: Pick<Context, 'mail' | 'config'>,
  { token, deviceToken }: { readonly token: string; readonly deviceToken: string },
  user: User,
): OutputOf<typeof register> => ({
  token,
  username: user.username,
  deviceToken,
  data: { token, username: user.username, user: accountOf(ctx, user) },
})

const words: Readonly<Record<AuthMethod, string>> = {
  password: 'with the password',
  oidc: 'at the identity provider',
  passkey: 'with a passkey',
  totp: 'with a code of the authenticator app',
  'recovery-code': 'with a recovery code',
}

interface Proved {
  readonly method: AuthMethod
  /** The first factor, where the proof is the second. */
  readonly first?: AuthMethod | undefined
}

/** How somebody signed in, for the activity log: `with the password, then with a passkey`. */
export const describeSignIn = ({ method, first }: Proved) =>
  first ? `${words[first]}, then ${words[method]}` : words[method]

/**
 * Whether the owner of an account may sign in to it: the account is active, or was deleted within the restore window.
 */
export const isOpenToOwner = (
  { clock }: ClockContext,
  { status, deleted_at }: Pick<User, 'status' | 'deleted_at'>,
): boolean => status !== 'INACTIVE' || (deleted_at !== null && clock() < deleted_at + restoreWindowMs)

/** Restores an account that its owner deleted. Does nothing to any other account. */
async function restoreAccount(tx: TrxContext<'secrets' | 'clock'>, user: User) {
  if (user.status !== 'INACTIVE') return { user, restored: false }
  const back = isOpenToOwner(tx, user)
    ? await changeUser(tx, user, { status: 'ACTIVE', deleted_at: null })
    : undefined
  if (!back) throw new AppError('INVALID_CREDENTIALS')
  return { user: back, restored: true }
}

/** A sign-in whose first factor was verified. */
export type FirstFactor = SignIn & { readonly method: 'password' | 'oidc' }
