import { useNavigate } from '@tanstack/react-router'
import { ChangePasswordCard } from '../../../features/accounts/change-password-card.tsx'
import { DeleteAccountCard } from '../../../features/accounts/delete-account-card.tsx'
import { ProfileCard } from '../../../features/accounts/profile-card.tsx'
import { SessionsCard } from '../../../features/accounts/sessions-card.tsx'
import { PlanHistoryCard, useComplianceHistory } from '../../../features/compliance/history-card.tsx'
import { YourDataCard } from '../../../features/export/your-data-card.tsx'
import { MasterPasswordCard } from '../../../features/keyring/master-password-card.tsx'
import { RecoveryKeyCard } from '../../../features/keyring/recovery-key-card.tsx'
import { PersonalTokensCard } from '../../../features/personal-tokens/personal-tokens-card.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { AccountNav } from './account-nav.tsx'

const sections = {
  profile: 'Profile',
  password: 'Password',
  sessions: 'Sessions',
  tokens: 'Personal Access Tokens',
  'master-password': 'Change Master Password',
  'recovery-key': 'Recovery key',
  'your-data': 'Your data',
}

const lastSection = { 'delete-account': 'Delete account' }

export function AccountPage() {
  const navigate = useNavigate()
  const hasHistory = (useComplianceHistory().data?.length ?? 0) > 0
  const shown = {
    ...sections,
    ...(hasHistory && { 'plan-history': 'Plan and archive history' }),
    ...lastSection,
  }
  return (
    <>
      <title>Account · Envhold</title>
      <PageTitle title="Account" />
      <div className="grid items-start gap-x-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <AccountNav sections={shown} />
        <div className="grid min-w-0 gap-5">
          <ProfileCard />
          <ChangePasswordCard />
          <SessionsCard />
          <PersonalTokensCard />
          <MasterPasswordCard />
          <RecoveryKeyCard />
          <YourDataCard />
          <PlanHistoryCard />
          <DeleteAccountCard onDeleted={() => void navigate({ to: '/', replace: true })} />
        </div>
      </div>
    </>
  )
}
