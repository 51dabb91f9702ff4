import { readRoleHistory } from '@envhold/contract/operator/roles.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { PanelSection } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'

/** How the role of a user changed, the newest first. */
export function RoleHistory({ userId }: { userId: number }) {
  const query = useRead(readRoleHistory, { params: { id: userId } })
  return (
    <PanelSection title="Role history">
      <QueryState
        query={query}
        call="readRoleHistory"
        failure="Failed to load the role history"
        skeleton={<Skeleton className="my-1 h-3 w-2/3" />}
      >
        {({ history }) =>
          history.length === 0 ? (
            <p className="text-small text-ink-3">The role was never changed by an operator.</p>
          ) : (
            <ol className="grid gap-3 text-small">
              {history.map(({ role, previous_role, assigned_by, reason, created_at }) => (
                <li key={`${created_at} ${role.name}`} className="grid gap-0.5 border-l-2 pl-3">
                  <span className="flex flex-wrap justify-between gap-x-3">
                    <span className="min-w-0 break-words">
                      {previous_role.display_name} → {role.display_name}
                    </span>
                    <span className="text-ink-3">
                      <Time at={created_at} />
                    </span>
                  </span>
                  <span className="break-words text-ink-2">
                    By {assigned_by ?? 'an operator, from the command line'}
                    {reason && `: ${reason}`}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </PanelSection>
  )
}
