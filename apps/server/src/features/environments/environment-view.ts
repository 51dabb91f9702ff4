import { type LossCounts, lossDetails } from '@envhold/contract/accounts/protection.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { environmentColors } from '@envhold/contract/environments/environments.ts'
import { AppError } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'

export const isProtected = ({ is_protected }: Pick<EnvironmentRow, 'is_protected'>): boolean =>
  is_protected === 1

/** An environment in its wire form. */
export const environmentView = (row: EnvironmentRow): Environment => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  version: row.version,
  variable_count: row.variable_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  rekey_pending: row.rekey_pending === 1,
  color: environmentColors.find((color) => color === row.color) ?? null,
  protected: isProtected(row),
})

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
