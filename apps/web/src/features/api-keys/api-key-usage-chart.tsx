import { Suspense } from 'react'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { BarChartKey, BarChartTable, type BarSeries, type BarStep } from '../../ui/lists/bar-chart-table.tsx'
import type { UsageRange } from './api-key-queries.ts'

const BarChart = lazyPart(() => import('../../ui/lists/bar-chart.tsx'), 'BarChart')

interface ApiKeyUsageChartProps {
  points: Parameters<typeof usageSteps>[0]
  range: UsageRange
}

/** Requests over time, failed ones stacked on successful ones. */
export function ApiKeyUsageChart({ points, range }: ApiKeyUsageChartProps) {
  const steps = usageSteps(points, range)
  return (
    <div className="relative grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-small font-medium">Requests over time</h3>
        <BarChartKey series={usageSeries} />
      </div>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <BarChart steps={steps} series={usageSeries} xLabel="Time" yLabel="Requests" />
      </Suspense>
      <BarChartTable caption="Requests over time" xLabel="Time" steps={steps} series={usageSeries} />
    </div>
  )
}

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
