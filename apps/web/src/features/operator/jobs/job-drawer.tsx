import { jobNames } from '@envhold/contract/operator/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import { FactsDrawer } from '../parts/facts-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { JobControl } from './job-control.tsx'
import { jobQuery } from './job-queries.ts'
import { JobResult } from './job-result.tsx'
import { JobProgress, JobStateBadge } from './job-state.tsx'
import { previewText } from './job-words.ts'

/** A job with its result, and what failed. */
export function JobDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(jobQuery(useApi(), id))
  const job = query.data
  const facts = job
    ? [
        { label: 'Job', value: <CopyableId id={job.id} label="job id" /> },
        { label: 'State', value: <JobStateBadge state={job.state} /> },
        { label: 'Progress', value: <JobProgress job={job} /> },
        { label: 'Seen before', value: previewText(job.preview) || 'Nothing' },
        { label: 'Reason', value: job.reason },
        { label: 'Started by', value: job.started_by ?? 'A deleted account' },
        { label: 'Started', value: <Time at={job.created_at} /> },
        { label: 'Ended', value: job.finished_at ? <Time at={job.finished_at} /> : '–' },
      ]
    : []
  return (
    <FactsDrawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={job ? jobNames[job.kind] : 'Job'}
      facts={facts}
    >
      <QueryState query={query} call="readJob" failure="Failed to load the job">
        {(loaded) => (
          <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="flex min-h-8 items-center justify-between gap-3">
              <h3 className="font-semibold">Result</h3>
              <JobControl job={loaded} />
            </div>
            {loaded.error && <p className="text-bad">{loaded.error}</p>}
            <JobResult job={loaded} />
          </section>
        )}
      </QueryState>
    </FactsDrawer>
  )
}
