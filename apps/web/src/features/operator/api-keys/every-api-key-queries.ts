import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readApiKeyStatistics } from '@envhold/contract/operator/api-keys.ts'
import type { BarStep } from '../../../ui/lists/bar-chart-table.tsx'
import { formatCount, formatUtcDay } from '../../../ui/text/format.ts'

export type KeyStatistics = OutputOf<typeof readApiKeyStatistics>

/** The figures change with every call, so they are fetched by time, not when the window is focused. */
export const live = (refetchInterval: number) => ({ refetchInterval, refetchOnWindowFocus: false, retry: 1 })

interface StatusFigures {
  readonly status_code: number
  readonly count: number
  readonly request_duration_ms: number
}

export const limitText = (limit: number): string =>
  limit === -1 ? 'Unlimited' : `${formatCount(limit)} per hour`
export const shownMs = (ms: number): string =>
  `${ms.toLocaleString('en-US', { maximumFractionDigits: 1 })} ms`
export const shownPercent = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`

export const totalOf = (statuses: readonly StatusFigures[]): number =>
  statuses.reduce((sum, { count }) => sum + count, 0)

/** Those with a status below 400. */
export const succeededOf = (statuses: readonly StatusFigures[]): number =>
  totalOf(statuses.filter(({ status_code }) => status_code < 400))

/** Of all calls: a status with many weighs more than one with few. */
export function averageMs(statuses: readonly StatusFigures[]): number {
  const total = totalOf(statuses)
  const sum = statuses.reduce((all, { count, request_duration_ms }) => all + count * request_duration_ms, 0)
  return total === 0 ? 0 : sum / total
}

/** Today against the same hours of yesterday, with its sign. */
export function changeSinceYesterday({ today, yesterday }: KeyStatistics['same_hours']): string {
  const change = (today - yesterday).toLocaleString('en-US', { signDisplay: 'exceptZero' })
  return `Today ${change} versus the same hours of yesterday`
}

const inFull = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A bar below 2 percent of the highest could not be seen. */
const minimumShare = 0.02

/** The bars of the trend: as high as the requests, with both figures in words. */
export function trendSteps(days: KeyStatistics['daily_usage']): readonly BarStep[] {
  const highest = Math.max(...days.map(({ requests }) => requests), 0)
  return days.map(({ date, requests, unique_keys }) => {
    const at = new Date(`${date}T00:00:00Z`)
    return {
      key: date,
      name: inFull.format(at),
      tick: formatUtcDay(at),
      values: { height: Math.max(requests, highest * minimumShare), requests, unique_keys },
    }
  })
}
