import type { Connection } from '../../connection/connection.ts'
import { invitationsQuery } from '../../features/collaborators/invitations/invitations-notice.tsx'
import { masterPasswordStatusQuery } from '../../features/keyring/master-password-status.ts'
import { projectsQuery } from '../../features/projects/project-queries.ts'
import { subscriptionQuery } from '../../features/subscription/subscription-status.tsx'
import { waitBriefly } from './wait-briefly.ts'

/**
 * Fetches the dashboard's data before it renders, so that notices above the projects do not push them down later. It
 * does not wait for slow answers.
 */
export async function prefetchDashboard({
  api,
  queries,
}: Pick<Connection, 'api' | 'queries'>): Promise<void> {
  const reading = Promise.all([
    queries.prefetchQuery(projectsQuery(api)),
    queries.prefetchQuery(masterPasswordStatusQuery(api)),
    queries.prefetchQuery(subscriptionQuery(api)),
    queries.prefetchQuery(invitationsQuery(api)),
  ])
  const seen = queries.getQueryData(projectsQuery(api).queryKey) !== undefined
  if (!seen) await waitBriefly(reading)
}
