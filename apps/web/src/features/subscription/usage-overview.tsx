import { formatBytes } from '@envhold/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usageQuery } from './billing-queries.ts'
import { Part } from './part.tsx'
import { UsageBar } from './usage-bar.tsx'
import { callsNote, roomNote, storageNote } from './usage-notes.ts'

export function UsageOverview() {
  const { data: usage, error, isFetching, refetch } = useQuery(usageQuery(useApi()))
  return (
    <Part title="Usage Overview">
      {usage ? (
        <div className="grid gap-x-8 gap-y-4 pt-4 sm:grid-cols-2 xl:grid-cols-4">
          <UsageBar
            label="Projects"
            current={usage.current.projects_count}
            max={usage.limits.max_projects}
            note={roomNote(usage.current.projects_count, usage.limits.max_projects, 'project', 'projects')}
          />
          <UsageBar
            label="Collaborators"
            current={usage.current.collaborators_count}
            max={usage.limits.max_collaborators}
            note={roomNote(
              usage.current.collaborators_count,
              usage.limits.max_collaborators,
              'collaborator',
              'collaborators',
            )}
          />
          <UsageBar
            label="Storage"
            current={usage.current.stored_bytes}
            max={usage.limits.max_stored_bytes}
            note={storageNote(usage.current.stored_bytes, usage.limits.max_stored_bytes)}
            format={formatBytes}
          />
          <UsageBar
            label="API calls this month"
            current={usage.current.api_calls_count}
            max={usage.limits.max_api_calls_per_month}
            note={callsNote(usage.current.api_calls_count, usage.limits.max_api_calls_per_month, new Date())}
          />
        </div>
      ) : error ? (
        <ErrorState className="mt-4 py-6" title={errorText(error)} onRetry={refetch} busy={isFetching}>
          Your usage is not shown meanwhile. Nothing of yours has changed.
        </ErrorState>
      ) : (
        <div className="grid gap-x-8 gap-y-4 pt-4 sm:grid-cols-2 xl:grid-cols-4">
          {['projects', 'collaborators', 'storage', 'calls'].map((each) => (
            <Skeleton key={each} className="h-16" />
          ))}
        </div>
      )}
    </Part>
  )
}
