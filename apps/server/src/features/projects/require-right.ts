import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { readComplianceState } from './compliance-state.ts'
import { isAllowed, isAlwaysAllowed, type OwnerOperation, rejectionMessage } from './rights.ts'

/**
 * Rejects an operation that the owner's state does not allow. What is allowed in every state costs no query.
 * @param message replaces the message of the rejection
 * @throws AppError PROJECT_READ_ONLY; FORBIDDEN for archiving outside a grace period
 */
export async function requireRight(
  ctx: DbContext<'secrets' | 'clock'>,
  ownerId: number,
  operation: OwnerOperation,
  message?: string,
): Promise<void> {
  if (isAlwaysAllowed(operation)) return
  const state = await readComplianceState(ctx, ownerId)
  if (isAllowed(state, operation)) return
  if (state === 'compliant')
    throw new AppError('FORBIDDEN', { message: 'This is possible during a grace period only.' })
  throw new AppError('PROJECT_READ_ONLY', { message: message ?? rejectionMessage(state, operation) })
}
