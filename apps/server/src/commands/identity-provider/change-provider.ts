import { UsageError } from '@envhold/command/user-error.ts'
import type { Tx } from '../../features/audit-log/tx.ts'
import { hasSuperAdminWithPassword } from '../../features/roles/role-store.ts'
import type { ProviderSettings } from '../../identity-provider/provider-settings.ts'
import {
  deleteProviderSettings,
  writeProviderSettings,
} from '../../identity-provider/provider-settings-store.ts'

/**
 * Stores the settings, and records that.
 * @throws UsageError when nobody could sign in while the provider is unavailable
 */
export async function setProvider(tx: Tx, settings: ProviderSettings): Promise<string> {
  if (settings.onlyWayIn && !(await hasSuperAdminWithPassword(tx)))
    throw new UsageError(
      'onlyWayIn: needs an active SUPER_ADMIN with a password, for when the provider fails.',
    )
  await writeProviderSettings(tx, settings)
  const description = `The identity provider was set to ${settings.issuer}`
  tx.record({ type: 'sign_in_provider_changed', description })
  return description
}

/** Removes the settings. Links of accounts stay, and work again when the same provider is set. */
export async function removeProvider(tx: Tx): Promise<string> {
  if (!(await deleteProviderSettings(tx))) return 'There is no identity provider.'
  const description = 'The identity provider was removed'
  tx.record({ type: 'sign_in_provider_changed', description })
  return description
}
