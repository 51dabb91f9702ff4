import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { isAlwaysAllowed, mayAct, type OwnerOperation, rejectionMessage } from './rights.ts'
import { readComplianceState } from './standing.ts'

/**
 * Rejects an act that the owner's standing does not allow. What is allowed in every standing costs no query.
 * @param message replaces the message of the rejection
 * @throws AppError PROJECT_READ_ONLY; FORBIDDEN for archiving outside a grace period
 */
export async function requireRight(
  ctx: DbContext<'secrets' | 'clock'>,
  ownerId: number,
  act: OwnerOperation,
  message?: string,
): Promise<void> {
  if (isAlwaysAllowed(act)) return
  const standing = await readComplianceState(ctx, ownerId)
  if (mayAct(standing, act)) return
  if (standing === 'compliant')
    throw new AppError('FORBIDDEN', { message: 'This is possible during a grace period only.' })
  throw new AppError('PROJECT_READ_ONLY', { message: message ?? rejectionMessage(standing, act) })
}
