import { createLazyRoute } from '@tanstack/react-router'
import { useHasMasterPassword } from '../connection/use-has-master-password.ts'
import { VerifyNotice } from '../features/accounts/verify-notice.tsx'
import { InvitationsNotice } from '../features/members/invitations/invitations-notice.tsx'
import { DashboardPage } from '../features/projects/dashboard-page.tsx'

export const route = createLazyRoute('/inside/dashboard')({ component: Dashboard })

function Dashboard() {
  const hasMasterPassword = useHasMasterPassword()
  return (
    <DashboardPage
      notices={(showShared) => (
        <>
          <InvitationsNotice onJoined={showShared} />
          {/* Newcomers are asked for one thing at a time. */}
          {hasMasterPassword && <VerifyNotice />}
        </>
      )}
    />
  )
}
