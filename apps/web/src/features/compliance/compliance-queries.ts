import { ApiError } from '@envhold/client/api-error.ts'
import { type Compliance, readCompliance } from '@envhold/contract/archive/compliance.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { readKey } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { loadGraceViews } from './load-grace-views.ts'

/** Null for most accounts: they never had a grace period or an archived project. */
async function read(api: Api, signal: AbortSignal): Promise<Compliance | null> {
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
      const compliance = await read(api, signal)
      if (compliance) await (await loadGraceViews()).prefetch(api, client, compliance)
      return compliance
    },
  })

export const useCompliance = () => useQuery(complianceQuery(useApi()))

const fallback = 'Failed to fetch compliance status'

/** HTTP status and text, if the server answered. */
export const complianceFailure = (error: unknown) =>
  error instanceof ApiError ? `${fallback}: ${error.status} ${error.message}` : fallback
