import type { Connection } from '../../connection/connection.ts'
import { invitationsQuery } from '../../features/collaborators/collaborator-queries.ts'
import { masterPasswordStatusQuery } from '../../features/keyring/master-password-status.ts'
import { projectsQuery } from '../../features/projects/project-queries.ts'
import { subscriptionQuery } from '../../features/subscription/subscription-status.ts'

/** Longer than a server that is well takes, shorter than people notice. */
const maxWaitMs = 400

/**
 * Reads all that the dashboard shows before it is shown, so that what belongs above the projects does not push them down
 * afterwards. What takes longer comes when it comes.
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
  if (!seen) await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}
