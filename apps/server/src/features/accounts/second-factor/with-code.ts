import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import {
  type Attempter,
  findSecretCounts,
  reportLock,
  type SecretCount,
} from '../../sessions/secret-limits.ts'
import { withAttemptLimit } from '../../users/attempt-limits.ts'
import type { User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { acceptRecoveryCode, acceptTotpCode } from '../factors/accept-code.ts'
import { findTotpFactor } from '../factors/factor-store.ts'

/** Accepts the code in a transaction, under the lock of the account. Throws if it is wrong. */
type Accept = (tx: Tx) => Promise<void>

const messages: Readonly<Record<CodeMethod, string>> = {
  totp: 'The code is wrong, has expired, or was used before. Wait for the next one.',
  'recovery-code': 'The recovery code is wrong, or was used before.',
}

export const wrongCode = (method: CodeMethod) =>
  new AppError('INVALID_CREDENTIALS', { message: messages[method] })

/**
 * Does work that a code of an account allows. The try is counted before the code is checked, on all nodes. Wrong ones are
 * recorded. The last one locks this method only, for the session or the kind of device, and is mailed.
 * @throws AppError INVALID_CREDENTIALS, LOCKED_OUT, and what the work throws
 */
export async function withCode<T extends object>(
  ctx: AccountWorld,
  proof: GivenCode,
  work: (accept: Accept) => Promise<T>,
): Promise<T> {
  const { user, method, code, by, origin } = proof
  const wrong = wrongCode(method)
  const accept: Accept = async (tx) => {
    const isRight =
      method === 'totp' ? await acceptApp(tx, user, code) : await acceptRecoveryCode(tx, user, code)
    if (!isRight) throw wrong
  }
  let locked: SecretCount | undefined
  const limit = {
    ...(await findSecretCounts(ctx, method, { ...by, userId: user.id })),
    onLocked: async (count: SecretCount) => {
      locked = count
    },
  }
  const result = await ctx.limiter.withSlowRejection(origin.signal, () =>
    withAttemptLimit(ctx, limit, () =>
      work(accept).catch((error) => {
        if (error === wrong) return undefined
        throw error
      }),
    ),
  )
  if (result) return result
  await recordWrongCode(ctx, proof, locked)
  throw wrong
}

async function acceptApp(tx: Tx, { id }: User, code: string): Promise<boolean> {
  const factor = await findTotpFactor(tx, id)
  return factor !== undefined && (await acceptTotpCode(tx, factor, code))
}

export type CodeMethod = 'totp' | 'recovery-code'

/** A code that somebody gave for an account. */
interface GivenCode {
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
