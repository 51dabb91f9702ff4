import { type Job, jobNames } from '@envhold/contract/operator/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { PageLink } from '../parts/operator-page.tsx'
import { operatorPaths } from '../paths.ts'
import { jobQuery } from './job-queries.ts'
import { JobProgress, JobResult, JobStateBadge } from './job-state.tsx'

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
  const job = useQuery(jobQuery(useApi(), started.id, started)).data ?? started
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
