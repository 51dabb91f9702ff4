import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { graceUsersQuery } from './grace-users-query.ts'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function GraceUsersDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Users in deletion grace period">
      <Content />
    </Dialog>
  )
}

function Content() {
  const query = useQuery(graceUsersQuery(useApi()))
  return (
    <QueryState query={query} call="listGracePeriodUsers" failure="Error fetching grace period users">
      {({ gracePeriodUsers, total }) =>
        gracePeriodUsers.length === 0 ? (
          <p>No users in deletion grace period found.</p>
        ) : (
          <>
            <ul aria-label="Users" className="divide-y rounded-md border">
              {gracePeriodUsers.map(({ id, username, email, grace_ends_at }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-3 px-3 py-2 text-small">
                  <span className="grid min-w-0">
                    <span className="font-medium break-all">{username}</span>
                    <span className="break-all text-ink-3">{email}</span>
                  </span>
                  <span className="text-ink-3">
                    ends <Time at={grace_ends_at} />
                  </span>
                </li>
              ))}
            </ul>
            {total > gracePeriodUsers.length && (
              <p className="text-small text-ink-2">
                The first {gracePeriodUsers.length} of {total.toLocaleString('en-US')}.
              </p>
            )}
          </>
        )
      }
    </QueryState>
  )
}
