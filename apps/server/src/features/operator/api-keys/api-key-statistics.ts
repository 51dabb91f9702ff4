import type { usageTimeRanges } from '@envhold/contract/api-keys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readApiKeyStatistics as endpoint } from '@envhold/contract/operator/api-keys.ts'
import type { DbContext } from '../../../context.ts'
import { dayStart } from '../../../db/usage-partitions.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { hourStart } from '../../audit-log/block.ts'
import { toMs } from '../../audit-log/recorded-usage.ts'
import {
  busiestProjects,
  callsBetween,
  type DayTotal,
  type StatusTotal,
  totalsByDay,
  totalsByStatus,
} from '../../usage/total-store.ts'
import { countKeyStates, namesOfProjects } from './every-api-key-store.ts'

type Range = (typeof usageTimeRanges)[number]
type Statistics = OutputOf<typeof endpoint>

const hourMs = 3_600_000
const lengths: Record<Range, number> = { '1h': hourMs, '24h': daysMs(1), '7d': daysMs(7), '30d': daysMs(30) }

const shownDays = 7
const shownProjects = 5
/** The page asks every 30 seconds, for each operator who has it open. */
const rememberedMs = 20_000

const sum = (of: readonly StatusTotal[]) => of.reduce((total, { calls }) => total + calls, 0)

/** Reads the statistics at most every few seconds: a month of a large instance is a million rows. */
export function createApiKeyStatistics(ctx: DbContext<'clock'>): (range: Range) => Promise<Statistics> {
  const remembered = new Map<Range, { readonly at: number; readonly answer: Promise<Statistics> }>()
  return (range) => {
    const known = remembered.get(range)
    const now = ctx.clock()
    if (known && now >= known.at && now - known.at < rememberedMs) return known.answer
    const answer = readStatistics(ctx, range)
    remembered.set(range, { at: now, answer })
    answer.catch(() => remembered.delete(range))
    return answer
  }
}

async function readStatistics({ db, clock }: DbContext<'clock'>, range: Range): Promise<Statistics> {
  const now = clock()
  const since = hourStart(now - lengths[range])
  const firstDay = dayStart(now) - (shownDays - 1) * daysMs(1)
  const [today, hour] = [dayStart(now), hourStart(now)]
  const [keys, statuses, busiest, days, callsToday, callsYesterday] = await Promise.all([
    countKeyStates(db, now),
    totalsByStatus(db, since),
    busiestProjects(db, since, shownProjects),
    totalsByDay(db, firstDay),
    callsBetween(db, today, hour),
    callsBetween(db, today - daysMs(1), hour - daysMs(1)),
  ])
  const names = await namesOfProjects(
    db,
    busiest.map(({ projectId }) => projectId),
  )
  const total = sum(statuses)
  const failed = sum(statuses.filter(({ status_code }) => status_code >= 400))
  return {
    overview: {
      total_api_keys: keys.total,
      active_api_keys: keys.active,
      expired_api_keys: keys.expired,
      total_requests: total,
      success_requests: total - failed,
      error_requests: failed,
      success_rate: total === 0 ? 0 : Math.round(((total - failed) / total) * 1_000) / 10,
    },
    since: wireTime(since),
    top_projects: busiest.map(({ projectId, calls }) => {
      const { name = `Project ${projectId}`, owner = null } = names.get(projectId) ?? {}
      return {
        project_id: projectId,
        project_name: name,
        owner: owner === null ? null : { username: owner },
        count: calls,
      }
    }),
    daily_usage: daysFrom(firstDay, days),
    same_hours: { today: callsToday, yesterday: callsYesterday },
    status_breakdown: viewStatuses(statuses),
  }
}

/** Days without a call included. */
function daysFrom(first: number, totals: readonly DayTotal[]): Statistics['daily_usage'] {
  return Array.from({ length: shownDays }, (_, index) => {
    const day = first + index * daysMs(1)
    const total = totals.find((one) => one.day === day)
    return { date: wireTime(day).slice(0, 10), requests: total?.calls ?? 0, unique_keys: total?.keys ?? 0 }
  })
}

/** Calls by status: how many, and how long they took on average. */
export const viewStatuses = (totals: readonly StatusTotal[]) =>
  [...Map.groupBy(totals, ({ status_code }) => status_code)]
    .sort(([left], [right]) => left - right)
    .map(([status_code, of]) => {
      const count = of.reduce((sum, { calls }) => sum + calls, 0)
      const duration = of.reduce((sum, { duration_us }) => sum + duration_us, 0)
      return { status_code, count, request_duration_ms: count === 0 ? 0 : toMs(duration / count) }
    })
