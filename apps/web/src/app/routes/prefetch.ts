import type { Connection } from '../../connection/connection.ts'
import { delayedChangesQuery } from '../../features/accounts/security/delayed-changes-query.ts'
import { userStatusQuery } from '../../features/accounts/user-status.ts'
import { invitationsQuery } from '../../features/collaborators/invitations/invitations-query.ts'
import { complianceQuery } from '../../features/compliance/compliance-queries.ts'
import { masterPasswordStatusQuery } from '../../features/keyring/master-password-status.ts'
import { environmentsQuery, projectQuery, projectsQuery } from '../../features/projects/project-queries.ts'
import { subscriptionQuery } from '../../features/subscription/subscription-status.tsx'
import { wait } from '../../ui/wait.ts'

/** Navigations in quick succession share one answer. */
const staleTime = 5_000

/** The session is awaited in parallel, for as long as it takes: the wait adds nothing on a slow network. */
const maxAccountWaitMs = 3_000

/**
 * Reads on every navigation what the layout around a page shows of the account: whether it is suspended, which is
 * known for five minutes, whether it is in a grace period, and which changes are pending. The first page waits for the
 * last two, so that a notice does not push down what is being read.
 */
export async function prefetchAccount(connection: Connection): Promise<void> {
  const { api, queries } = connection
  void queries.prefetchQuery(userStatusQuery(connection))
  const query = complianceQuery(api)
  const isKnown = queries.getQueryData(query.queryKey) !== undefined
  const reading = Promise.all([
    queries.prefetchQuery({ ...query, staleTime, retry: false }),
    queries.prefetchQuery({ ...delayedChangesQuery(api), retry: false }),
  ])
  if (!isKnown) await waitBriefly(reading, maxAccountWaitMs)
}

/**
 * Fetches the dashboard's data before it renders, so that notices above the projects do not push them down later. It
 * does not wait for slow answers.
 */
export async function prefetchDashboard({ api, queries }: Pick<Connection, 'api' | 'queries'>) {
  const reading = Promise.all([
    queries.prefetchQuery(projectsQuery(api)),
    queries.prefetchQuery(masterPasswordStatusQuery(api)),
    queries.prefetchQuery(subscriptionQuery(api)),
    queries.prefetchQuery(invitationsQuery(api)),
  ])
  const seen = queries.getQueryData(projectsQuery(api).queryKey) !== undefined
  if (!seen) await waitBriefly(reading)
}

/**
 * Prefetches what every tab of a project needs while the page's code loads. It waits for what a notice above the tabs
 * says, which would push them down later.
 */
export async function prefetchProject({ api, queries }: Pick<Connection, 'api' | 'queries'>, id: number) {
  if (!Number.isSafeInteger(id) || id < 1) return
  const status = subscriptionQuery(api)
  const isKnown = queries.getQueryData(status.queryKey) !== undefined
  const reading = queries.prefetchQuery({ ...status, staleTime })
  void queries.prefetchQuery(projectQuery(api, id))
  void queries.prefetchQuery(environmentsQuery(api, id))
  void queries.prefetchQuery(masterPasswordStatusQuery(api))
  if (!isKnown) await waitBriefly(reading)
}

/** Longer than a healthy server needs, shorter than people notice. */
const maxWaitMs = 400

/** Waits for what a page shows first, but not for slow answers. */
export const waitBriefly = (reading: Promise<unknown>, waitMs = maxWaitMs) =>
  Promise.race([reading, wait(waitMs)])
