import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BarChartKey, BarChartTable } from '../../ui/lists/bar-chart-table.tsx'
import type { UsageRange } from './api-key-queries.ts'
import { usageSeries, usageSteps } from './usage-steps.ts'

const BarChart = lazy(async () => ({ default: (await import('../../ui/lists/bar-chart.tsx')).BarChart }))

interface Props {
  points: Parameters<typeof usageSteps>[0]
  range: UsageRange
}

/** Requests over time, failed ones stacked on successful ones. */
export function ApiKeyUsageChart({ points, range }: Props) {
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
