import { createLazyRoute } from '@tanstack/react-router'
import { EmailRow, NameRow, TimeZoneRow } from '../../../features/accounts/profile/identity-rows.tsx'
import { PlanHistorySection } from '../../../features/compliance/plan-history-section.tsx'
import { YourDataRow } from '../../../features/export/download-everything.tsx'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'

export const route = createLazyRoute('/inside/account-frame/account')({ component: ProfilePart })

function ProfilePart() {
  return (
    <>
      <SettingSection id="profile" title="Profile">
        <NameRow />
        <EmailRow />
        <TimeZoneRow />
        <YourDataRow />
      </SettingSection>
      <PlanHistorySection />
    </>
  )
}
