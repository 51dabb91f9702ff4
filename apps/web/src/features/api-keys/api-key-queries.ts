import { listApiKeyPermissions, listApiKeys, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

export const apiKeysKey = (projectId: number) => ['api-keys', projectId] as const

export const apiKeysQuery = (api: Api, projectId: number) =>
  queryOptions({
    queryKey: apiKeysKey(projectId),
    queryFn: async ({ signal }) =>
      (await api.call(listApiKeys, { params: { id: projectId } }, { signal })).api_keys,
  })

export const permissionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['api-key-permissions'],
    queryFn: async ({ signal }) => (await api.call(listApiKeyPermissions, {}, { signal })).permissions,
    staleTime: 5 * 60_000,
  })

export type UsageRange = '1h' | '24h' | '7d' | '30d'

export const usageQuery = (api: Api, projectId: number, keyId: string, timeRange: UsageRange) =>
  queryOptions({
    queryKey: ['api-key-usage', projectId, keyId, timeRange],
    queryFn: async ({ signal }) => {
      const input = { params: { id: projectId, keyId }, query: { timeRange } }
      const { usage_stats } = await api.call(readApiKeyUsage, input, { signal })
      return { ...usage_stats, timeRange }
    },
  })
