import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { SecondFactorNotice } from '../../accounts/security/second-factor-notice.tsx'
import { useAccountSecurity } from '../../accounts/security/security-query.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useMayCall } from '../use-operator.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { OwnRole } from './own-role.tsx'
import { RecentSuspensions } from './recent-suspensions.tsx'
import { RoleDistribution } from './role-distribution.tsx'
import { StatStrip } from './stat-strip.tsx'
import { adminStatsQuery, type DashboardStats, roleStatsQuery } from './statistics-queries.ts'
import { SubscriptionCleanup } from './subscription-cleanup.tsx'
import { SubscriptionPlans } from './subscription-plans.tsx'
import { SystemActions } from './system-actions.tsx'
import { UserStatus } from './user-status.tsx'

export function DashboardPage() {
  return useMayCall('readAdminStats') ? <Dashboard /> : <WithoutFigures />
}

const title = 'Admin Dashboard'

function Dashboard() {
  const api = useApi()
  const stats = useQuery(adminStatsQuery(api))
  const roles = useQuery(roleStatsQuery(api))
  // The notice above the figures would move them.
  const isNoticeKnown = useAccountSecurity().isFetched
  const both = {
    data: isNoticeKnown && stats.data && roles.data ? { stats: stats.data, roles: roles.data } : undefined,
    error: stats.error ?? roles.error,
    isFetching: stats.isFetching || roles.isFetching,
    refetch: () => Promise.all([stats.refetch(), roles.refetch()]),
  }
  return (
    <OperatorPage title={title} queries={[stats, roles]}>
      <QueryState
        query={both}
        call="readAdminStats"
        failure="Failed to load the dashboard"
        skeleton={<DashboardSkeleton />}
      >
        {(figures) => <Figures {...figures} />}
      </QueryState>
    </OperatorPage>
  )
}

function Figures(figures: DashboardStats) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SecondFactorNotice isElsewhere />
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

/** Some roles open the area for one task alone. */
function WithoutFigures() {
  if (!useAccountSecurity().isFetched) return null
  return (
    <OperatorPage title={title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <SecondFactorNotice isElsewhere />
        <OwnRole />
      </div>
    </OperatorPage>
  )
}
