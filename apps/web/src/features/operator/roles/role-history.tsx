import { readRoleHistory } from '@envhold/contract/operator/roles.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { useMayCall } from '../operator.ts'
import { byOperator, Timeline } from '../parts/details-drawer.tsx'
import { PanelSection } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'

/** How the role of a user changed, the newest first. Nothing for operators who may not read it. */
export function RoleHistory({ userId }: { userId: number }) {
  return useMayCall('readRoleHistory') ? <Section userId={userId} /> : null
}

function Section({ userId }: { userId: number }) {
  const query = useRead(readRoleHistory, { params: { id: userId } })
  return (
    <PanelSection title="Role history">
      <QueryState
        query={query}
        call="readRoleHistory"
        failure="Failed to load the role history"
        skeleton={<Skeleton className="my-1 h-3 w-2/3" />}
      >
        {({ history }) => (
          <Timeline
            empty="The role was never changed by an operator."
            entries={history.map(({ role, previous_role, assigned_by, reason, created_at }) => ({
              id: `${created_at} ${role.name}`,
              at: created_at,
              title: `${previous_role.display_name} → ${role.display_name}`,
              detail: byOperator(assigned_by, reason),
            }))}
          />
        )}
      </QueryState>
    </PanelSection>
  )
}
