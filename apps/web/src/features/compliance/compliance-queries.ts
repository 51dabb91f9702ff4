import { ApiError } from '@envhold/client/api-error.ts'
import { type Compliance, readCompliance } from '@envhold/contract/archive/compliance.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { readKey } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { subscriptionQuery } from '../subscription/subscription-status.tsx'
import { loadGraceViews } from './load-grace-views.ts'

/** What the page has read at the same time is not asked for again. */
const staleTime = 1_000

/**
 * Null for most accounts: they never had a grace period or an archived project. The subscription's status says so, and
 * then nothing is asked: browsers report every 404 as an error.
 */
async function read(api: Api, queries: QueryClient, signal: AbortSignal): Promise<Compliance | null> {
  const status = await queries.fetchQuery({ ...subscriptionQuery(api), staleTime }).catch(() => undefined)
  if (status && !status.has_compliance) return null
  try {
    return await api.call(readCompliance, {}, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The account's compliance, with the code that shows it: what they add to a page appears in one piece. */
export const complianceQuery = (api: Api) =>
  queryOptions({
    queryKey: readKey(readCompliance, {}),
    queryFn: async ({ signal, client }) => {
      const compliance = await read(api, client, signal)
      if (compliance) await (await loadGraceViews()).prefetch(api, client, compliance)
      return compliance
    },
  })

export const useCompliance = () => useQuery(complianceQuery(useApi()))

const fallback = 'Failed to fetch compliance status'

/** HTTP status and text, if the server answered. */
export const complianceFailure = (error: unknown) =>
  error instanceof ApiError ? `${fallback}: ${error.status} ${error.message}` : fallback
