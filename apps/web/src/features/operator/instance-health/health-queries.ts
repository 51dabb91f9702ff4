import { readInstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

const everyMs = 30_000

export const healthQuery = (api: Api) => ({
  ...readQuery(api, readInstanceHealth, {}, ({ health }) => health),
  refetchInterval: everyMs,
})
