import { readInstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

const everyMs = 30_000

export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'instance-health'],
    queryFn: async ({ signal }) => (await api.call(readInstanceHealth, {}, { signal })).health,
    refetchInterval: everyMs,
  })
