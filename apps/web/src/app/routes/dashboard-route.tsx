import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { VerifyNotice } from '../../features/accounts/verify-email/verify-notice.tsx'
import { InvitationsNotice } from '../../features/collaborators/invitations/invitations-notice.tsx'
import { invitationsQuery } from '../../features/collaborators/invitations/invitations-query.ts'
import { OfferedProjects } from '../../features/collaborators/transfer/offered-projects.tsx'
import type { FirstProject } from '../../features/environments/first-run/use-first-run.ts'
import { DashboardPage } from '../../features/projects/dashboard-page.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { useOpenJoined } from '../joined-project.ts'
import { useSearchAction } from '../search.ts'

export const route = createLazyRoute('/inside/dashboard')({ component: Dashboard })

function Dashboard() {
  const navigate = route.useNavigate()
  const { action } = route.useSearch()
  const { pending, onDone } = useSearchAction(
    action,
    () => void navigate({ search: {}, replace: true, ignoreBlocker: true }),
  )
  const firstRun = useFirstRun()
  const openJoined = useOpenJoined()
  return (
    <DashboardPage
      firstRun={firstRun}
      createRequested={pending === 'new-project'}
      onCreateStarted={onDone}
      notices={
        <>
          <InvitationsNotice onJoined={openJoined} />
          <OfferedProjects />
          <VerifyNotice />
        </>
      }
    />
  )
}

const Loading = () => <Skeleton className="h-120" />

const FirstRun = deferred(
  async () => (await import('../../features/environments/first-run/first-run.tsx')).FirstRun,
  Loading,
)

const FirstCommands = deferred(
  async () => (await import('../../features/cli/first-commands.tsx')).FirstCommands,
)

const next = ({ name, environment }: FirstProject) => (
  <FirstCommands project={name} environment={environment.name} />
)

/**
 * What the dashboard shows while there is no project; undefined for people who are invited to one. Once something is
 * typed, it stays whatever else arrives.
 */
export function useFirstRun(): { form: ReactNode; isHeld: boolean } | undefined {
  const { data: invitations, isFetched } = useQuery(invitationsQuery(useApi()))
  const [isHeld, onHold] = useState(false)
  if (!isFetched) return { form: <Loading />, isHeld }
  if (!isHeld && invitations?.length !== 0) return undefined
  return { form: <FirstRun onHold={onHold} next={next} />, isHeld }
}
