import { createLazyRoute } from '@tanstack/react-router'
import { VerifyNotice } from '../../features/accounts/verify-notice.tsx'
import { InvitationsNotice } from '../../features/collaborators/invitations/invitations-notice.tsx'
import { DashboardPage } from '../../features/projects/dashboard-page.tsx'

export const route = createLazyRoute('/inside/dashboard')({ component: Dashboard })

function Dashboard() {
  return (
    <DashboardPage
      notices={(showShared) => (
        <>
          <InvitationsNotice onJoined={showShared} />
          <VerifyNotice />
        </>
      )}
    />
  )
}
