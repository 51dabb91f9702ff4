import {
  EmptyVaultRow,
  PasskeysRow,
  PasswordRow,
  ProviderRow,
  TotpRow,
} from '../../../features/accounts/security/security-rows.tsx'
import { MasterPasswordRow } from '../../../features/keyring/master-password-row.tsx'
import { useHasMasterPassword } from '../../../features/keyring/master-password-status.ts'
import { AutoLockRow, RecoveryKeyRow } from '../../../features/keyring/vault-rows.tsx'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'

/** The secrets that open the vault, and those that sign in. */
export function VaultAndSignIn() {
  const hasVault = useHasMasterPassword()
  return (
    <>
      <SettingSection id="vault" title="Your vault">
        <MasterPasswordRow />
        <RecoveryKeyRow />
        <AutoLockRow />
        <EmptyVaultRow hasVault={hasVault !== false} />
      </SettingSection>
      <SettingSection id="signing-in" title="Signing in">
        <PasswordRow />
        <PasskeysRow />
        <TotpRow />
        <ProviderRow />
      </SettingSection>
    </>
  )
}
