import { listApiKeys, readApiKeyCalls, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey, readQuery } from '../../connection/api/read-query.ts'

export const apiKeysQuery = (api: Api, projectId: number) =>
  readQuery(api, listApiKeys, { params: { id: projectId } }, ({ api_keys }) => api_keys)

/** How many calls each key made in 30 days, by its ID, and what the plan allows. */
export const callsQuery = (api: Api, projectId: number) =>
  readQuery(api, readApiKeyCalls, { params: { id: projectId } }, countsById)

const countsById = ({ calls, plan }: OutputOf<typeof readApiKeyCalls>) => ({
  calls: new Map(calls.map(({ id, count }) => [id, count])),
  plan,
})

export type UsageRange = '1h' | '24h' | '7d' | '30d'

/** The figures with their range, since they show until those of another one have come. */
export function usageQuery(api: Api, projectId: number, keyId: string, timeRange: UsageRange) {
  const input = { params: { id: projectId, keyId }, query: { timeRange } }
  return queryOptions({
    queryKey: readKey(readApiKeyUsage, input),
    queryFn: async ({ signal }) => {
      const { usage_stats } = await api.call(readApiKeyUsage, input, { signal })
      return { ...usage_stats, timeRange }
    },
  })
}

/** What people read when one of these calls fails. */
export const apiKeyErrors = {
  loadApiKeys: { fallback: 'Failed to load API keys' },
  createApiKey: { fallback: 'Failed to create API key' },
  updateApiKey: { fallback: 'Failed to update API key' },
  deleteApiKey: { fallback: 'Failed to delete API key' },
  loadApiKeyUsage: { fallback: 'Failed to load API key usage' },
} as const satisfies Record<string, ErrorTexts>
