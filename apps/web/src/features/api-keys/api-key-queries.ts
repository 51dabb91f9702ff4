import { listApiKeyPermissions, listApiKeys, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'

export const apiKeysQuery = (api: Api, projectId: number) =>
  readQuery(api, listApiKeys, { params: { id: projectId } }, ({ api_keys }) => api_keys)

export const permissionsQuery = (api: Api) => ({
  ...readQuery(api, listApiKeyPermissions, {}, ({ permissions }) => permissions),
  staleTime: 5 * 60_000,
})

export type UsageRange = '1h' | '24h' | '7d' | '30d'

export const usageQuery = (api: Api, projectId: number, keyId: string, timeRange: UsageRange) =>
  readQuery(
    api,
    readApiKeyUsage,
    { params: { id: projectId, keyId }, query: { timeRange } },
    ({ usage_stats }) => ({ ...usage_stats, timeRange }),
  )
