import { Badge } from '../../../ui/badge.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { Panel, PanelFacts } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import type { DashboardStats } from './statistics-queries.ts'

export function RoleDistribution({ roles }: { roles: DashboardStats['roles']['roleDistribution'] }) {
  return (
    <Panel
      title="Role Distribution"
      action={
        <PageLink to={operatorPaths.roles()} call="listRoles">
          Manage Roles
        </PageLink>
      }
    >
      <PanelFacts
        facts={roles.map(({ name, displayName, isSystemRole, userCount }) => ({
          id: name,
          label: displayName,
          badge: isSystemRole && <Badge>System</Badge>,
          value: userCount.toLocaleString('en-US'),
        }))}
      />
    </Panel>
  )
}
