import type { Connection } from '../../connection/connection.ts'
import { delayedChangesQuery } from '../../features/accounts/security/pending-changes.tsx'
import { userStatusQuery } from '../../features/accounts/user-status.ts'
import { complianceQuery } from '../../features/compliance/compliance-queries.ts'
import { waitBriefly } from './wait-briefly.ts'

/** Navigations in quick succession share one answer. */
const staleTime = 5_000

/** The session is awaited in parallel, for as long as it takes: the wait adds nothing on a slow network. */
const maxWaitMs = 3_000

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
  if (!isKnown) await waitBriefly(reading, maxWaitMs)
}
