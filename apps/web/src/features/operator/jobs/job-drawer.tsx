import {
  callOfKind,
  isUserAct,
  type Job,
  type JobSummary,
  jobNames,
  listJobs,
  readJob,
  resumeJob,
  stopJob,
} from '@envhold/contract/operator/jobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall, useOperator } from '../operator.ts'
import { CopyableId, DetailsDrawer } from '../parts/details-drawer.tsx'
import { PageLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { operatorPaths } from '../paths.ts'
import { previewText } from './job-labels.ts'
import { useJob } from './job-queries.ts'
import { JobProgress, JobResult, JobStateBadge } from './job-state.tsx'

/** A job with its result, and what failed. */
export function JobDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useJob(id)
  const job = query.data
  const facts = job && {
    Job: <CopyableId id={job.id} label="job id" />,
    State: <JobStateBadge state={job.state} />,
    Progress: <JobProgress job={job} />,
    'Seen before': previewText(job.preview) || 'Nothing',
    Reason: job.reason,
    'Started by': job.started_by ?? 'A deleted account',
    Started: <Time at={job.created_at} />,
    Ended: job.finished_at ? <Time at={job.finished_at} /> : '–',
  }
  return (
    <DetailsDrawer onClose={onClose} title={job ? jobNames[job.kind] : 'Job'} facts={facts}>
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
    </DetailsDrawer>
  )
}

/** Stops a running job, or resumes one that ended before its time. */
export function JobControl({ job: { id, kind, state, started_by } }: { job: JobSummary }) {
  const api = useApi()
  const queries = useQueryClient()
  const mayStop = useMayCall('stopJob')
  const mayStart = useMayCall(callOfKind[kind])
  const mayResume = useMayCall('resumeJob') && mayStart
  const { account } = useOperator()
  const isRunning = state === 'running'
  const change = useMutation({
    mutationFn: () => api.call(isRunning ? stopJob : resumeJob, { params: { id } }),
    onError: (error) =>
      notifyError(error, { fallback: isRunning ? 'Failed to stop the job' : 'Failed to resume the job' }),
    onSettled: () => refetchReads(queries, listJobs, readJob),
  })
  if (state === 'done' || !(isRunning ? mayStop : mayResume)) return null
  // It acts as the operator who started it.
  if (!isRunning && isUserAct(kind) && started_by !== account.username)
    return started_by && <span className="text-ink-2 text-small">Only {started_by} can resume this</span>
  const text = isRunning ? 'Stop' : 'Resume'
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={change.isPending}
      aria-label={`${text} ${jobNames[kind]}`}
      onClick={() => change.mutate()}
    >
      {text}
    </Button>
  )
}

/** What came of a job that was just started; while it runs, how far it is. */
export function JobDialog({ started, onClose }: { started: Job | null; onClose: () => void }) {
  return (
    <Dialog
      open={started !== null}
      onOpenChange={(open) => !open && onClose()}
      title={started ? jobNames[started.kind] : ''}
    >
      {started && <Content started={started} onClose={onClose} />}
    </Dialog>
  )
}

function Content({ started, onClose }: { started: Job; onClose: () => void }) {
  const job = useJob(started.id, started).data ?? started
  return (
    <>
      <div className="flex items-start gap-3 text-small" aria-live="polite">
        <JobStateBadge state={job.state} />
        <JobProgress job={job} />
      </div>
      {job.error && <p className="text-bad">{job.error}</p>}
      <JobResult job={job} />
      {job.state === 'running' && (
        <p className="text-small text-ink-2">
          It keeps running if you close this dialog.{' '}
          <PageLink to={operatorPaths.jobs()} call="listJobs">
            View Jobs
          </PageLink>
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  )
}
