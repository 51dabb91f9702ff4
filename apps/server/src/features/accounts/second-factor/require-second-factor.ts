import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { secondFactorsOf } from '../factors/accepted-proofs.ts'
import { readFactors } from '../factors/factor-store.ts'
import type { FirstFactor } from '../sign-in/complete-sign-in.ts'

/**
 * Ends a sign-in whose account needs a second factor.
 * @throws AppError MFA_REQUIRED
 */
export async function requireSecondFactor(ctx: Context, { user }: FirstFactor): Promise<void> {
  const methods = secondFactorsOf(await readFactors(ctx, user.id))
  if (methods.length > 0) throw new AppError('MFA_REQUIRED', { fields: { methods } })
}
