import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { type Attempter, reportLock, type SecretCount } from '../../sessions/secret-limits.ts'
import type { User } from '../../users/user-store.ts'

export type CodeMethod = 'totp' | 'recovery-code'

/** A code that somebody gave for an account. */
export interface GivenCode {
  readonly user: User
  readonly method: CodeMethod
  readonly code: string
  /** Who confirms their identity; without a session, who signs in. */
  readonly by: Omit<Attempter, 'userId'>
  readonly origin: Origin
}

const nouns: Readonly<Record<CodeMethod, string>> = {
  totp: 'code of the authenticator app',
  'recovery-code': 'recovery code',
}

type WrongCode = Omit<GivenCode, 'code' | 'user'> & { readonly user: Pick<User, 'id' | 'username'> }

/** Records a wrong code, and mails the owner what it has locked. */
export const recordWrongCode = (
  ctx: Context,
  { user, method, by, origin }: WrongCode,
  locked: SecretCount | undefined,
): Promise<void> =>
  transact(ctx, { userId: user.id, origin }, async (tx) => {
    const type = by.session ? 'step_up_failed' : 'mfa_failed'
    const lock = locked && (await reportLock(tx, locked, { ...by, userId: user.id }, origin))
    const description = [`A wrong ${nouns[method]} was given for ${user.username}`, lock]
      .filter(Boolean)
      .join('; ')
    tx.record({ type, severity: locked ? 'high' : 'medium', description })
  })
