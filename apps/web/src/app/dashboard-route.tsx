import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { masterPasswordStatusQuery } from '../connection/read-queries.ts'
import { useApi } from '../connection/use-connection.ts'
import { VerifyNotice } from '../features/accounts/verify-notice.tsx'
import { InvitationsNotice } from '../features/members/invitations/invitations-notice.tsx'
import { DashboardPage } from '../features/projects/dashboard-page.tsx'

export const route = createLazyRoute('/inside/dashboard')({ component: Dashboard })

function Dashboard() {
  const { data: master } = useQuery(masterPasswordStatusQuery(useApi()))
  return (
    <DashboardPage
      notices={(showShared) => (
        <>
          <InvitationsNotice onJoined={showShared} />
          {/* Newcomers are asked for one thing at a time. */}
          {master?.hasMasterPassword && <VerifyNotice />}
        </>
      )}
    />
  )
}
