import { EmptyVaultRow } from '../../../features/accounts/security/empty-vault-row.tsx'
import { PasskeysRow } from '../../../features/accounts/security/passkeys-row.tsx'
import { PasswordRow } from '../../../features/accounts/security/password-row.tsx'
import { ProviderRow } from '../../../features/accounts/security/provider-row.tsx'
import { TotpRow } from '../../../features/accounts/security/totp-row.tsx'
import { AutoLockRow } from '../../../features/keyring/auto-lock-row.tsx'
import { MasterPasswordRow } from '../../../features/keyring/master-password-row.tsx'
import { RecoveryKeyRow } from '../../../features/keyring/recovery-key-row.tsx'
import { useHasMasterPassword } from '../../../features/keyring/use-has-master-password.ts'
import { SettingSection } from '../../../ui/setting-row.tsx'

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
