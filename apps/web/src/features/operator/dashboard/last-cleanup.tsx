import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CleanupDetails } from '../jobs/cleanup-details.tsx'
import { cleanupMessage } from '../jobs/job-labels.ts'
import { jobQuery } from '../jobs/job-queries.ts'
import { JobProgress, JobStateBadge } from '../jobs/job-state.tsx'
import { PanelRows, PanelRowsSkeleton } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'

const labels = ['Users processed', 'Downgrades finalized', 'Projects deleted'] as const

const Title = () => <h3 className="border-t px-4 pt-3 pb-2 font-semibold">Last Cleanup Results</h3>

/** The newest cleanup of subscriptions, account by account. */
export function LastCleanup({ id }: { id: number }) {
  const query = useQuery(jobQuery(useApi(), id))
  return (
    <>
      <Title />
      <QueryState
        query={query}
        call="readJob"
        failure="Failed to load the last cleanup"
        skeleton={<PanelRowsSkeleton labels={labels} />}
      >
        {(job) => (
          <>
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 pb-2 text-small">
              <JobStateBadge state={job.state} />
              <span>{cleanupMessage(job)}</span>
              {job.finished_at && (
                <span className="text-ink-3">
                  <Time at={job.finished_at} />
                </span>
              )}
              {job.state === 'running' && <JobProgress job={job} />}
            </div>
            <PanelRows
              facts={figures(
                (job.result.usersAffected ?? 0) + job.failed,
                job.result.finalizedDowngrades ?? 0,
                job.result.archivedProjectsDeleted ?? 0,
              )}
            />
            {(job.details.length > 0 || job.failures.length > 0) && (
              <div className="border-t px-4 py-3">
                <CleanupDetails job={job} />
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

/** A cleanup that could not start. */
export function FailedCleanup({ error }: { error: unknown }) {
  return (
    <>
      <Title />
      <p role="alert" className="px-4 pb-2 text-small">
        <span className="font-medium text-bad">Cleanup failed</span>
        <span className="block text-ink-2">{errorText(error)}</span>
      </p>
      <PanelRows facts={figures(0, 0, 0)} />
    </>
  )
}

const figures = (users: number, downgrades: number, projects: number) => [
  { label: labels[0], value: formatCount(users) },
  { label: labels[1], value: formatCount(downgrades) },
  { label: labels[2], value: formatCount(projects) },
]
