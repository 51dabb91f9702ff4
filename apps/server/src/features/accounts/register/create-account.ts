import { randomInt } from 'node:crypto'
import type { register } from '@envhold/contract/accounts/accounts.ts'
import { suffixDigits, suggestedUsername } from '@envhold/contract/accounts/accounts.ts'
import type { BodyOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { readInstanceSetting } from '../../../instance-settings/instance-settings-store.ts'
import { canonical } from '../../users/canonical.ts'
import { isEmailReserved } from '../../users/reserved-email-store.ts'
import { claimOperator, insertUser, isUsernameTaken, type User } from '../../users/user-store.ts'
import { emailIsReserved } from '../email/former-email.ts'
import { accountInvitationRows } from './account-invitation-store.ts'
import type { Inviter } from './invitation-proof.ts'

/** The plan of a new account. */
const startingPlan = 'starter'

type NewAccount = Omit<BodyOf<typeof register>, 'password' | 'username'> & {
  readonly username: string
  readonly passwordHash: string
  readonly invitedBy: Inviter
}

/**
 * Creates an account in the transaction that signs it in. The first account of an instance becomes its operator. The
 * sign-up mode is read in this transaction: it may have changed since the call or the sign-in at a provider began.
 * @throws AppError FORBIDDEN
 * @throws a unique violation when the e-mail address or the username is taken
 */
export async function createAccount(
  tx: TrxContext<'clock' | 'config' | 'secrets'>,
  { email, username, firstName, lastName, passwordHash, invitedBy }: NewAccount,
): Promise<User> {
  // An operator may have withdrawn it since it was read.
  const isOpen = (await accountInvitationRows.remove(tx, { email_canonical: canonical(email) })) > 0
  const { needsApproval } = await requireSignUp(
    tx,
    invitedBy === 'operator' && !isOpen ? 'nobody' : invitedBy,
  )
  const role = (await claimOperator(tx.db)) ? 'SUPER_ADMIN' : 'USER'
  const now = tx.clock()
  const user = await insertUser(tx, {
    email: email.normalize('NFC'),
    email_canonical: canonical(email),
    username: username.normalize('NFC'),
    username_canonical: canonical(username),
    first_name: firstName || null,
    last_name: lastName || null,
    password_hash: passwordHash,
    role,
    status: needsApproval && role === 'USER' ? 'PENDING' : 'ACTIVE',
    suspended_reason: null,
    plan: startingPlan,
    email_verified_at: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  })
  // After the insert: a change that gave up this address at the same time has committed by then.
  if (await isEmailReserved(tx, user.email_canonical, user.id)) throw emailIsReserved()
  return user
}

export const rejections = {
  invited: 'New accounts need an invitation. Ask the operator of this server for one.',
  closed: 'This server accepts no new accounts.',
}

/**
 * Requires that an account may be created now.
 * @returns whether the account waits for an operator
 * @throws AppError FORBIDDEN
 */
export async function requireSignUp(ctx: Parameters<typeof readSignUpMode>[0], invitedBy: Inviter) {
  const mode = await readSignUpMode(ctx)
  const isInvited = invitedBy !== 'nobody'
  if ((mode === 'closed' && invitedBy !== 'operator') || (mode === 'invited' && !isInvited))
    throw new AppError('FORBIDDEN', { message: rejections[mode] })
  return { needsApproval: mode === 'approval' && !isInvited }
}

/**
 * Who may create an account on this instance: what an operator has chosen, or else the server's setting.
 * @throws TamperedRowError
 */
export const readSignUpMode = async (ctx: DbContext<'config' | 'secrets'>) =>
  (await readInstanceSetting(ctx, 'sign-ups')).value ?? ctx.config.signUps

const numbered = 20

/** Derives a free username from an e-mail address: `ada`, or `ada2` when that is taken, and so on. */
export async function suggestUsername(db: Db, email: string): Promise<string> {
  const base = suggestedUsername(email)
  for (let n = 1; n <= numbered; n++) {
    const name = n === 1 ? base : `${base}${n}`
    if (!(await isUsernameTaken(db, canonical(name)))) return name
  }
  return `${base}${randomInt(10 ** (suffixDigits - 1), 10 ** suffixDigits)}`
}
