import type { login as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { transactTogether } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import type { FirstFactor } from './first-factor.ts'
import { startSignedIn } from './start-signed-in.ts'

/**
 * Signs in after the first factor, unless the account needs a second one.
 * @throws AppError MFA_REQUIRED, with a ticket and the accepted proofs
 */
export async function completeSignIn(
  ctx: Context,
  { limiter }: Pick<SessionDeps, 'limiter'>,
  signIn: FirstFactor,
): Promise<OutputOf<typeof endpoint>> {
  const { user, origin } = signIn
  return await limiter.withSlowRejection(origin.signal, async () => {
    await requireSecondFactor(ctx, signIn)
    return await transactTogether(ctx, { userId: user.id, origin }, (tx) => startSignedIn(tx, signIn))
  })
}
