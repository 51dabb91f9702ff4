import { Suspense } from 'react'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { BarChartTable } from '../../../ui/lists/bar-chart-table.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Panel, PanelEmpty, PanelRows } from '../parts/panel.tsx'
import {
  averageMs,
  changeSinceYesterday,
  type KeyStatistics,
  shownMs,
  shownPercent,
  totalOf,
  trendSteps,
} from './every-api-key-queries.ts'

const BarChart = lazyPart(() => import('../../../ui/lists/bar-chart.tsx'), 'BarChart')

const requests = { key: 'requests', label: 'Requests', tone: 'accent' } as const
const uniqueKeys = { key: 'unique_keys', label: 'Unique keys', tone: 'accent' } as const

export function KeyStatisticsView({ stats }: { stats: KeyStatistics }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Summary stats={stats} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Trend days={stats.daily_usage} />
        <TopProjects projects={stats.top_projects} />
        <Statuses statuses={stats.status_breakdown} />
      </div>
    </div>
  )
}

function Summary({ stats: { overview, same_hours, status_breakdown } }: { stats: KeyStatistics }) {
  const figures = [
    [
      'Total API Keys',
      formatCount(overview.total_api_keys),
      `${formatCount(overview.active_api_keys)} active, ${formatCount(overview.expired_api_keys)} expired`,
    ],
    ['Total Requests', formatCount(overview.total_requests), changeSinceYesterday(same_hours)],
    [
      'Success Rate',
      `${overview.success_rate}%`,
      `${formatCount(overview.success_requests)} successful, ${formatCount(overview.error_requests, 'error')}`,
    ],
    [
      'Average Response Time',
      shownMs(averageMs(status_breakdown)),
      `Based on ${formatCount(totalOf(status_breakdown))} requests`,
    ],
  ] as const
  return (
    // A line between two figures is the ground of the grid.
    <dl className="grid grid-cols-1 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-2 lg:grid-cols-4">
      {figures.map(([label, value, detail]) => (
        <div key={label} className="flex flex-col bg-surface px-4 py-3.5">
          <dt className="order-2 text-small text-ink-2">{label}</dt>
          <dd className="order-1 text-title font-semibold tabular-nums">{value}</dd>
          <dd className="order-3 text-small text-ink-3 tabular-nums">{detail}</dd>
        </div>
      ))}
    </dl>
  )
}

function Trend({ days }: { days: KeyStatistics['daily_usage'] }) {
  const steps = trendSteps(days)
  return (
    <Panel title="Daily Usage Trend">
      <div className="relative border-t px-2 pt-2">
        <Suspense fallback={<Skeleton className="h-60" />}>
          <BarChart
            steps={steps}
            bars={[{ ...requests, key: 'height' }]}
            series={[requests, uniqueKeys]}
            xLabel="Day (UTC)"
            yLabel="Requests"
          />
        </Suspense>
        <BarChartTable
          caption="Daily usage of the latest 7 days"
          xLabel="Day"
          steps={steps}
          series={[requests, uniqueKeys]}
        />
      </div>
    </Panel>
  )
}

function TopProjects({ projects }: { projects: KeyStatistics['top_projects'] }) {
  return (
    <Panel title="Top Projects by API Usage">
      {projects.length === 0 && <PanelEmpty>No API usage data available</PanelEmpty>}
      <PanelRows
        facts={projects.map(({ project_id, project_name, owner, count }) => ({
          id: String(project_id),
          label: project_name,
          badge: <span className="text-ink-3">{owner?.username ?? 'Unknown owner'}</span>,
          value: `${formatCount(count)} requests`,
        }))}
      />
    </Panel>
  )
}

function Statuses({ statuses }: { statuses: KeyStatistics['status_breakdown'] }) {
  const total = totalOf(statuses)
  return (
    <Panel title="Response Status Breakdown">
      {statuses.length === 0 && <PanelEmpty>No status data available</PanelEmpty>}
      <PanelRows
        facts={statuses.map(({ status_code, count, request_duration_ms }) => ({
          id: String(status_code),
          label: '',
          badge: (
            <>
              <Badge tone={status_code < 400 ? 'good' : 'bad'}>{status_code}</Badge>
              <span className="text-ink-3">{shownMs(request_duration_ms)} on average</span>
            </>
          ),
          value: `${formatCount(count)} (${shownPercent(count, total)})`,
        }))}
      />
    </Panel>
  )
}
