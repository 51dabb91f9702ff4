import type { BarSeries, BarStep } from '../../ui/lists/bar-chart-data.ts'
import type { UsageRange } from './api-key-queries.ts'

export const usageSeries: readonly BarSeries[] = [
  { key: 'success', label: 'Success', tone: 'accent' },
  { key: 'errors', label: 'Errors', tone: 'bad' },
]

interface Point {
  readonly at: string
  readonly success_requests: number
  readonly error_requests: number
}

const inFull = { dateStyle: 'medium', timeStyle: 'short' } as const
const ticks: Record<UsageRange, Intl.DateTimeFormatOptions> = {
  '1h': { hour: 'numeric', minute: '2-digit' },
  '24h': { hour: 'numeric' },
  '7d': { month: 'short', day: 'numeric' },
  '30d': { month: 'short', day: 'numeric' },
}

/** The steps of a key's usage chart, in local time. */
export function usageSteps(points: readonly Point[], range: UsageRange, timeZone?: string): BarStep[] {
  const zone = timeZone ? { timeZone } : {}
  const name = new Intl.DateTimeFormat('en-US', { ...inFull, ...zone })
  const tick = new Intl.DateTimeFormat('en-US', { ...ticks[range], ...zone })
  return points.map(({ at, success_requests, error_requests }) => ({
    key: at,
    name: name.format(new Date(at)),
    tick: tick.format(new Date(at)),
    values: { success: success_requests, errors: error_requests },
  }))
}
