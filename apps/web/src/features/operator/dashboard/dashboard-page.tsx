import { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { useMayCall, useOperator } from '../operator.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { Panel, PanelItem } from '../parts/panel.tsx'
import { allOf, QueryState } from '../parts/query-state.tsx'
import { groupPermissions } from '../roles/roles.ts'
import { DashboardStatRow } from './dashboard-stat-row.tsx'

export function DashboardPage() {
  if (useMayCall('readAdminStats')) return <Dashboard />
  // Some roles open the area for one task alone.
  return (
    <OperatorPage title={title}>
      <OwnRole />
    </OperatorPage>
  )
}

const title = 'Admin Dashboard'

function Dashboard() {
  const stats = useRead(readAdminStats, {})
  const roles = useRead(readRoleStats, {})
  return (
    <OperatorPage title={title} queries={[stats, roles]}>
      <QueryState
        query={allOf({ stats, roles })}
        call="readAdminStats"
        failure="Failed to load the dashboard"
        skeleton={<DashboardSkeleton />}
      >
        {(figures) => <DashboardStatRow {...figures} />}
      </QueryState>
    </OperatorPage>
  )
}

/** What the operator's role allows. */
function OwnRole() {
  const { role } = useOperator()
  return (
    <Panel title="Your role" action={<Badge>{role.display_name}</Badge>} className="max-w-2xl">
      {groupPermissions(role.permissions).map(({ title, permissions }) => (
        <PanelItem key={title} title={title}>
          <ul>
            {permissions.map(({ name, description }) => (
              <li key={name}>
                {description} <code className="font-mono text-ink-3">{name}</code>
              </li>
            ))}
          </ul>
        </PanelItem>
      ))}
    </Panel>
  )
}

const panels = ['User Status', 'Role Distribution', 'Subscription Plans']

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5">
      <div className="flex h-20 items-center justify-between gap-6 rounded-lg border bg-surface px-4">
        <Skeleton className="h-6 w-full" />
      </div>
      <div className="grid gap-5 lg:grid-cols-3">
        {panels.map((name) => (
          <div key={name} className="grid h-46 content-center gap-5 rounded-lg border bg-surface px-4">
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  )
}
