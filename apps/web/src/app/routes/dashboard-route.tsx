import { createLazyRoute } from '@tanstack/react-router'
import { VerifyNotice } from '../../features/accounts/verify-email/verify-notice.tsx'
import { InvitationsNotice } from '../../features/collaborators/invitations/invitations-notice.tsx'
import { DashboardPage } from '../../features/projects/dashboard-page.tsx'
import { useFirstRun } from './use-first-run.tsx'
import { useSearchAction } from './use-search-action.ts'

export const route = createLazyRoute('/inside/dashboard')({ component: Dashboard })

function Dashboard() {
  const navigate = route.useNavigate()
  const { action } = route.useSearch()
  const { pending, onDone } = useSearchAction(
    action,
    () => void navigate({ search: {}, replace: true, ignoreBlocker: true }),
  )
  const firstRun = useFirstRun()
  return (
    <DashboardPage
      firstRun={firstRun}
      createRequested={pending === 'new-project'}
      onCreateStarted={onDone}
      notices={(showShared) => (
        <>
          <InvitationsNotice onJoined={showShared} />
          <VerifyNotice />
        </>
      )}
    />
  )
}
