import type { DashboardStats } from './statistics-queries.ts'

const shown = (count: number) => count.toLocaleString('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Six figures in one strip. */
export function StatStrip({ stats, roles }: DashboardStats) {
  const { activeSubscriptionUsers, monthlyRevenue } = stats.subscriptionStats
  const figures = [
    ['Total Users', shown(stats.totalUsers)],
    ['Total Roles', shown(roles.totalRoles)],
    ['Grace Period', shown(stats.gracePeriod.active)],
    ['Suspended', shown(stats.statusBreakdown.SUSPENDED)],
    ['Active Users', shown(activeSubscriptionUsers)],
    ['Monthly Revenue', dollars.format(monthlyRevenue)],
  ]
  return (
    // A line between two figures is the ground of the grid.
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-surface px-4 py-3.5">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="text-title font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
