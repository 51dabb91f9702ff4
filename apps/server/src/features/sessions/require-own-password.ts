import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { guarded, nameIdentity, signInPerAccount } from '../accounts/guarded.ts'
import { findUser, type User } from '../accounts/user-store.ts'
import type { SessionParts } from './session-parts.ts'

interface Asking {
  /** What the password is asked for, as the record tells it: `change the password`. */
  readonly purpose: string
  readonly refusal: () => AppError
}

/**
 * Asks whoever is signed in for the password again. Wrong ones count as at the sign-in, and are on the record.
 * @returns the account as it was when the password proved right
 * @throws AppError the refusal, LOCKED_OUT, UNAVAILABLE
 */
export async function requireOwnPassword(
  ctx: Context,
  { gate, recorder }: Pick<SessionParts, 'gate' | 'recorder'>,
  { caller, origin }: { readonly caller: SessionCaller; readonly origin: Origin },
  password: string,
  { purpose, refusal }: Asking,
): Promise<User> {
  const { userId, username } = caller
  const known = await findUser(ctx, ctx.db, userId)
  if (!known) throw new AppError('UNAUTHENTICATED')
  const guard = { rule: signInPerAccount, identity: nameIdentity(known.email_canonical) }
  const user = await guarded(ctx, guard, () => checkPassword(gate, known, password))
  if (user) return user
  const description = `A wrong current password was given to ${purpose} of ${username}`
  await recorder.record({ type: 'unauthorized_access', severity: 'medium', description, userId, origin })
  throw refusal()
}
