import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useMayCall } from '../use-operator.ts'
import { DashboardFigures } from './dashboard-figures.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { OwnRole } from './own-role.tsx'
import { adminStatsQuery, roleStatsQuery } from './statistics-queries.ts'

export function DashboardPage() {
  return useMayCall('readAdminStats') ? <Dashboard /> : <WithoutFigures />
}

const title = 'Admin Dashboard'

function Dashboard() {
  const api = useApi()
  const stats = useQuery(adminStatsQuery(api))
  const roles = useQuery(roleStatsQuery(api))
  const both = {
    data: stats.data && roles.data ? { stats: stats.data, roles: roles.data } : undefined,
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
        {(figures) => <DashboardFigures {...figures} />}
      </QueryState>
    </OperatorPage>
  )
}

/** Some roles open the area for one task alone. */
function WithoutFigures() {
  return (
    <OperatorPage title={title}>
      <OwnRole />
    </OperatorPage>
  )
}
