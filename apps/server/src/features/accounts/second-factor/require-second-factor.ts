import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { secondFactorsOf } from '../factors/accepted-proofs.ts'
import { readFactors } from '../factors/factor-store.ts'
import type { FirstFactor } from '../sign-in/first-factor.ts'
import { issueTicket } from './issue-ticket.ts'

/**
 * Interrupts a sign-in whose account needs a second factor.
 * @throws AppError MFA_REQUIRED, with a ticket and the accepted proofs
 */
export async function requireSecondFactor(ctx: Context, signIn: FirstFactor): Promise<void> {
  const methods = secondFactorsOf(await readFactors(ctx, signIn.user.id))
  if (methods.length === 0) return
  throw new AppError('MFA_REQUIRED', { fields: { methods, ticket: await issueTicket(ctx, signIn, methods) } })
}
