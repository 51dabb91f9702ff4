import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { invitationsQuery } from '../../features/collaborators/invitations/invitations-notice.tsx'
import type { FirstProject } from '../../features/environments/first-run/first-run-done.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

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
