import { HealthLine } from '../instance-health/health-line.tsx'
import { RecentSuspensions } from './recent-suspensions.tsx'
import { RoleDistribution } from './role-distribution.tsx'
import { StatStrip } from './stat-strip.tsx'
import type { DashboardStats } from './statistics-queries.ts'
import { SubscriptionCleanup } from './subscription-cleanup.tsx'
import { SubscriptionPlans } from './subscription-plans.tsx'
import { SystemActions } from './system-actions.tsx'
import { UserStatus } from './user-status.tsx'

/** Everything that the dashboard shows once its figures are there. */
export function DashboardFigures(figures: DashboardStats) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <HealthLine />
      <StatStrip {...figures} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-3">
        <UserStatus counts={figures.stats.statusBreakdown} />
        <RoleDistribution roles={figures.roles.roleDistribution} />
        <SubscriptionPlans stats={figures.stats} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SystemActions gracePeriod={figures.stats.gracePeriod} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SubscriptionCleanup />
          <RecentSuspensions suspensions={figures.stats.recentSuspensions} />
        </div>
      </div>
    </div>
  )
}
