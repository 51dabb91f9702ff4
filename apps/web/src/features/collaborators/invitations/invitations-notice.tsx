import { ApiError } from '@envhold/client/api-error.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { invitationsQuery } from './invitations-query.ts'

/** Few people are invited. */
const InvitationsBanner = deferred(
  async () => (await import('./invitations-banner.tsx')).InvitationsBanner,
  () => <Skeleton className="h-18" />,
)

/** Shows pending invitations on the dashboard. */
export function InvitationsNotice({ onJoined }: { onJoined: (project: Project) => void }) {
  const query = useQuery(invitationsQuery(useApi()))
  // Without an answer, the connection banner already says so.
  const isShown = query.data?.length || query.error instanceof ApiError
  return isShown ? <InvitationsBanner query={query} onJoined={onJoined} /> : null
}
