import { createLazyRoute } from '@tanstack/react-router'
import { OperatorActions } from '../../../features/accounts/security/operator-actions.tsx'
import { SecondFactorNotice } from '../../../features/accounts/security/second-factor-notice.tsx'
import { useAccountSecurity } from '../../../features/accounts/security/security-queries.ts'
import {
  EmptyVaultRow,
  PasskeysRow,
  PasswordRow,
  ProviderRow,
  TotpRow,
} from '../../../features/accounts/security/security-rows.tsx'
import { ThreatTable } from '../../../features/accounts/security/threat-table.tsx'
import { SessionsSection } from '../../../features/accounts/sessions/sessions-section.tsx'
import { RecentEvents } from '../../../features/activity/recent-events.tsx'
import { MasterPasswordRow } from '../../../features/keyring/master-password-row.tsx'
import { useHasMasterPassword } from '../../../features/keyring/master-password-status.ts'
import { AutoLockRow, RecoveryKeyRow } from '../../../features/keyring/vault-rows.tsx'
import { TokensLine } from '../../../features/personal-tokens/personal-tokens-section.tsx'
import { RevokeDialog } from '../../../features/personal-tokens/personal-tokens-table.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'

export const route = createLazyRoute('/inside/account-frame/account/security')({ component: SecurityPart })

/** Each row says how things are and has one action; a form opens only when it is asked for. */
export function SecurityPart() {
  // A notice that came later would push down what is being read. After a failure the rows ask again.
  if (!useAccountSecurity().isFetched)
    return (
      <>
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </>
    )
  return (
    <>
      <SecondFactorNotice />
      <VaultAndSignIn />
      <SessionsSection EndDialog={RevokeDialog}>
        <TokensLine />
      </SessionsSection>
      <OperatorActions />
      <RecentEvents />
      <ThreatTable />
    </>
  )
}

/** The secrets that open the vault, and those that sign in. */
function VaultAndSignIn() {
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
