import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findSecretCounts, type SecretCount } from '../../sessions/secret-limits.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import type { User } from '../../users/user-store.ts'
import { withAttemptLimit } from '../../users/with-attempt-limit.ts'
import { acceptRecoveryCode } from '../recovery-codes/accept-recovery-code.ts'
import { acceptTotpCode } from '../totp/accept-totp-code.ts'
import { findTotpFactor } from '../totp/totp-factor-store.ts'
import { type CodeMethod, type GivenCode, recordWrongCode } from './record-wrong-code.ts'

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
  ctx: Context,
  { limiter }: Pick<SessionDeps, 'limiter'>,
  given: GivenCode,
  work: (accept: Accept) => Promise<T>,
): Promise<T> {
  const { user, method, code, by, origin } = given
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
  const result = await limiter.withSlowRejection(origin.signal, () =>
    withAttemptLimit(ctx, limit, () =>
      work(accept).catch((error) => {
        if (error === wrong) return undefined
        throw error
      }),
    ),
  )
  if (result) return result
  await recordWrongCode(ctx, given, locked)
  throw wrong
}

async function acceptApp(tx: Tx, { id }: User, code: string): Promise<boolean> {
  const factor = await findTotpFactor(tx, id)
  return factor !== undefined && (await acceptTotpCode(tx, factor, code))
}
