import type { readApiKeyUsage as endpoint } from '@envhold/contract/api-keys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { usageByStatus } from '../audit-log/usage-store.ts'
import { requireApiKey } from './require-api-key.ts'

const hourMs = 3_600_000
const rangeMs = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs } as const

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const toMs = (us: number) => Math.round(us / 100) / 10

/** How a key was used in a span of time that ends now. A status below 400 is a success. */
export async function readApiKeyUsage(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  { caller, params, query }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const key = await requireApiKey(ctx, ctx.db, caller, params)
  const rows = await usageByStatus(ctx.db, key.id, ctx.clock() - rangeMs[query.timeRange])
  const total = sum(rows.map(({ calls }) => calls))
  const failed = sum(rows.filter(({ status_code }) => status_code >= 400).map(({ calls }) => calls))
  const duration = sum(rows.map(({ calls, duration_us }) => calls * duration_us))
  return {
    usage_stats: {
      total_requests: total,
      success_requests: total - failed,
      error_requests: failed,
      average_response_time: total === 0 ? 0 : toMs(duration / total),
      total_variables_accessed: sum(rows.map(({ variables }) => variables)),
      breakdown_by_status: rows.map(({ status_code, calls, variables, duration_us }) => ({
        status_code,
        count: calls,
        variables_count: variables,
        request_duration_ms: toMs(duration_us),
      })),
      series: [],
    },
  }
}
