import { PageLink } from '../parts/page-link.tsx'
import { Panel, PanelFacts } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import type { DashboardStats } from './statistics-queries.ts'

const names = { ACTIVE: 'Active', PENDING: 'Pending', INACTIVE: 'Inactive', SUSPENDED: 'Suspended' } as const

export function UserStatus({ counts }: { counts: DashboardStats['stats']['statusBreakdown'] }) {
  return (
    <Panel
      title="User Status"
      action={
        <PageLink to={operatorPaths.users()} call="listUsers">
          Manage Users
        </PageLink>
      }
    >
      <PanelFacts
        facts={Object.entries(names).map(([status, label]) => ({
          label,
          value: counts[status as keyof typeof names].toLocaleString('en-US'),
        }))}
      />
    </Panel>
  )
}
