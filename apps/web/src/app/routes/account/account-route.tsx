import { createLazyRoute } from '@tanstack/react-router'
import { EmailRow, NameRow } from '../../../features/accounts/profile/identity-rows.tsx'
import { OperatorActions } from '../../../features/accounts/security/operator-actions.tsx'
import { SecondFactorNotice } from '../../../features/accounts/security/second-factor-notice.tsx'
import { useAccountSecurity } from '../../../features/accounts/security/security-queries.ts'
import { ThreatTable } from '../../../features/accounts/security/threat-table.tsx'
import { SessionsSection } from '../../../features/accounts/sessions/sessions-section.tsx'
import { RecentEvents } from '../../../features/activity/recent-events.tsx'
import { PlanHistorySection } from '../../../features/compliance/plan-history-section.tsx'
import { YourDataRow } from '../../../features/export/download-everything.tsx'
import {
  PersonalTokensSection,
  TokensLine,
} from '../../../features/personal-tokens/personal-tokens-section.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { OneOpenSetting, SettingSection } from '../../../ui/layout/setting-row.tsx'
import { AccountFrame } from './account-frame.tsx'
import { VaultAndSignIn } from './vault-and-sign-in.tsx'

const RevokeDialog = deferred(
  async () => (await import('../../../features/environments/exposure/revoke-dialog.tsx')).RevokeDialog,
)

/** One calm page: each row says how things are and has one action; a form opens only when it is asked for. */
export function AccountPage() {
  // A notice that came later would push down what is being read. After a failure the rows ask again.
  if (!useAccountSecurity().isFetched)
    return (
      <AccountFrame title="Account">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </AccountFrame>
    )
  return (
    <AccountFrame title="Account">
      <OneOpenSetting>
        <SecondFactorNotice />
        <SettingSection id="profile" title="Profile">
          <NameRow />
          <EmailRow />
          <YourDataRow />
        </SettingSection>
        <div id="security" className="grid min-w-0 scroll-mt-20 gap-10">
          <VaultAndSignIn />
          <SessionsSection EndDialog={RevokeDialog}>
            <TokensLine />
          </SessionsSection>
          <OperatorActions />
          <RecentEvents />
          <ThreatTable />
        </div>
        <PersonalTokensSection />
        <PlanHistorySection />
      </OneOpenSetting>
    </AccountFrame>
  )
}

export const route = createLazyRoute('/inside/account')({ component: AccountPage })
