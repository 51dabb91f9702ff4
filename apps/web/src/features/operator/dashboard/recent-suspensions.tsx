import { Time } from '../../../ui/time.tsx'
import { Panel, PanelEmpty, PanelItem } from '../parts/panel.tsx'
import type { DashboardStats } from './statistics-queries.ts'

interface Props {
  readonly suspensions: DashboardStats['stats']['recentSuspensions']
}

export function RecentSuspensions({ suspensions }: Props) {
  return (
    <Panel title="Recent Suspensions">
      {suspensions.length === 0 && <PanelEmpty>No recent suspensions</PanelEmpty>}
      {suspensions.map(({ id, username, suspendedReason, suspendedBy, suspendedAt }) => (
        <PanelItem
          key={id}
          title={username}
          end={
            <span className="text-small text-ink-3">
              <Time at={suspendedAt} date />
            </span>
          }
        >
          {suspendedReason}, by {suspendedBy ?? 'a command on the server'}
        </PanelItem>
      ))}
    </Panel>
  )
}
