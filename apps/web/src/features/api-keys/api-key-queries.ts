import { listApiKeys, readApiKeyCalls, readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'

export const apiKeysQuery = (api: Api, projectId: number) =>
  readQuery(api, listApiKeys, { params: { id: projectId } }, ({ api_keys }) => api_keys)

/** How many calls each key made in 30 days, by its ID, and what the plan allows. */
export const callsQuery = (api: Api, projectId: number) =>
  readQuery(api, readApiKeyCalls, { params: { id: projectId } }, ({ calls, plan }) => ({
    calls: new Map(calls.map(({ id, count }) => [id, count])),
    plan,
  }))

export type UsageRange = '1h' | '24h' | '7d' | '30d'

export const usageQuery = (api: Api, projectId: number, keyId: string, timeRange: UsageRange) =>
  readQuery(
    api,
    readApiKeyUsage,
    { params: { id: projectId, keyId }, query: { timeRange } },
    ({ usage_stats }) => ({ ...usage_stats, timeRange }),
  )

/** What people read when one of these calls fails. */
export const apiKeyErrors = {
  loadApiKeys: { fallback: 'Failed to load API keys' },
  createApiKey: { fallback: 'Failed to create API key' },
  updateApiKey: { fallback: 'Failed to update API key' },
  deleteApiKey: { fallback: 'Failed to delete API key' },
  loadApiKeyUsage: { fallback: 'Failed to load API key usage' },
} as const satisfies Record<string, ErrorTexts>
