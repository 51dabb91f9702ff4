import * as contract from '@envhold/contract/api-keys.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { planOf } from '../plans/limits.ts'
import { requireProject } from '../projects/project-access.ts'
import { callsByKey } from '../usage/total-store.ts'
import { type UsageCell, usageCells } from '../usage/usage-statistics-store.ts'
import { requireApiKey } from './require-api-key.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The length of each range, and its steps. */
const ranges: Record<(typeof contract.usageTimeRanges)[number], { length: number; step: number }> = {
  '1h': { length: hourMs, step: 5 * minuteMs },
  '24h': { length: dayMs, step: hourMs },
  '7d': { length: 7 * dayMs, step: 6 * hourMs },
  '30d': { length: 30 * dayMs, step: dayMs },
}

const sum = (cells: readonly UsageCell[], of: 'calls' | 'variables' | 'duration_us') =>
  cells.reduce((total, cell) => total + cell[of], 0)
const isFailed = ({ status_code }: UsageCell) => status_code >= 400

const meanMs = (cells: readonly UsageCell[]) => {
  const calls = sum(cells, 'calls')
  return calls === 0 ? 0 : Math.round(sum(cells, 'duration_us') / calls / 100) / 10
}

/** The calls that succeeded (status below 400), and those that failed. */
const outcomes = (cells: readonly UsageCell[]) => {
  const failed = sum(cells.filter(isFailed), 'calls')
  return { success_requests: sum(cells, 'calls') - failed, error_requests: failed }
}

/** A key's usage in a time range that ends now. */
export const readApiKeyUsage = verb(contract.readApiKeyUsage, async (ctx, { caller, params, query }) => {
  const key = await requireApiKey(ctx, caller, params)
  const now = ctx.clock()
  const { length, step } = ranges[query.timeRange]
  const since = now - length
  const cells = await usageCells(ctx, { apiKeyId: key.id, projectId: key.project_id, since, step })
  const byStatus = Map.groupBy(cells, ({ status_code }) => status_code)
  return {
    usage_stats: {
      total_requests: sum(cells, 'calls'),
      ...outcomes(cells),
      average_response_time: meanMs(cells),
      total_variables_accessed: sum(cells, 'variables'),
      breakdown_by_status: [...byStatus]
        .sort(([left], [right]) => left - right)
        .map(([status_code, of]) => ({
          status_code,
          count: sum(of, 'calls'),
          variables_count: sum(of, 'variables'),
          request_duration_ms: meanMs(of),
        })),
      series: seriesOf(cells, Math.floor(since / step), Math.floor(now / step)).map((of, index) => ({
        at: wireTime((Math.floor(since / step) + index) * step),
        ...outcomes(of),
      })),
    },
  }
})

/** The calls of a project's keys in the last 30 days, for its owner. */
export const readApiKeyCalls = verb(contract.readApiKeyCalls, async (ctx, { caller, params }) => {
  const { project } = await requireProject(ctx, caller, params.id, 'read as owner')
  const { display_name, api_rate_limit_per_hour } = await planOf(ctx, project.owner_id)
  const calls = await callsByKey(ctx.db, project.id, ctx.clock() - ranges['30d'].length)
  return {
    calls: [...calls].map(([id, count]) => ({ id, count })),
    plan: { name: display_name, rate_limit_per_hour: api_rate_limit_per_hour },
  }
})

/** The cells of each step from the first to the last. Cells from a clock that ran ahead count in the last step. */
function seriesOf(cells: readonly UsageCell[], first: number, last: number): UsageCell[][] {
  const steps = Array.from({ length: last - first + 1 }, (): UsageCell[] => [])
  for (const cell of cells) steps[Math.min(cell.step, last) - first]?.push(cell)
  return steps
}
