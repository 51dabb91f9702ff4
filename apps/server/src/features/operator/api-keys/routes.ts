/** Every API key of the instance, for operators. */
import * as contract from '@envhold/contract/operator/api-keys.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { deactivateApiKey } from './deactivate-api-key.ts'
import { listEveryApiKey } from './list-every-api-key.ts'
import { readApiKeyDetail } from './read-api-key-detail.ts'
import { createApiKeyStatistics } from './read-api-key-statistics.ts'

export function everyApiKeyRoutes(ctx: Context): Route[] {
  const readStatistics = createApiKeyStatistics(ctx)
  return [
    route(contract.listEveryApiKey, async (call) => ({ json: await listEveryApiKey(ctx, call) })),
    route(contract.readApiKeyStatistics, async ({ query }) => ({
      json: await readStatistics(query.timeRange),
    })),
    route(contract.readApiKeyDetail, async (call) => ({ json: await readApiKeyDetail(ctx, call) })),
    route(contract.deactivateApiKey, async (call) => {
      await deactivateApiKey(ctx, call)
      return { json: { message: 'API key deactivated successfully' } }
    }),
  ]
}
