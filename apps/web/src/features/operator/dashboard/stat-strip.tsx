import { FigureStrip } from '../parts/figure-strip.tsx'
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
  return (
    <FigureStrip
      className="lg:grid-cols-6"
      figures={[
        { label: 'Total Users', value: shown(stats.totalUsers) },
        { label: 'Total Roles', value: shown(roles.totalRoles) },
        { label: 'Grace Period', value: shown(stats.gracePeriod.active) },
        { label: 'Suspended', value: shown(stats.statusBreakdown.SUSPENDED) },
        { label: 'Active Users', value: shown(activeSubscriptionUsers) },
        { label: 'Monthly Revenue', value: dollars.format(monthlyRevenue) },
      ]}
    />
  )
}
