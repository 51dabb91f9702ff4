import { type LossCounts, lossDetails } from '@envhold/contract/accounts/protection.ts'
import { AppError } from '../../app-error.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'
import { isProtected } from './environment-view.ts'

/**
 * Requires that a call that replaces or deletes something in a protected environment names it. Every such call comes
 * through here, inside its transaction, so that nothing is written without the confirmation.
 * @param confirmed the name in Confirm-Environment
 * @throws AppError PROTECTED_ENVIRONMENT with the name and the counts
 */
export function requireConfirmation(
  environment: Pick<EnvironmentRow, 'name' | 'is_protected'>,
  confirmed: string | undefined,
  loss: LossCounts,
): void {
  if (!isProtected(environment)) return
  if (confirmed !== undefined && canonicalName(confirmed) === canonicalName(environment.name)) return
  const details = lossDetails({ environment: environment.name, ...loss })
  throw new AppError('PROTECTED_ENVIRONMENT', { details })
}
