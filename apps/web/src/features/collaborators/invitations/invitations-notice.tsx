import { ApiError } from '@envhold/client/api-error.ts'
import { listInvitations } from '@envhold/contract/collaborators/pending-invitations.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'

/** Few people are invited. */
const InvitationsBanner = deferred(
  async () => (await import('./invitations-banner.tsx')).InvitationsBanner,
  () => <Skeleton className="h-18" />,
)

/** Shows pending invitations on the dashboard. */
export function InvitationsNotice({ onJoined }: { onJoined: () => void }) {
  const query = useQuery(invitationsQuery(useApi()))
  // Without an answer, the connection banner already says so.
  const isShown = query.data?.length || query.error instanceof ApiError
  return isShown ? <InvitationsBanner query={query} onJoined={onJoined} /> : null
}

export const invitationsQuery = (api: Api) =>
  readQuery(api, listInvitations, {}, ({ invitations }) => invitations)
