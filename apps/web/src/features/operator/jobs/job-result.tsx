import type { Job } from '@envhold/contract/operator/jobs.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { CleanupDetails } from './cleanup-details.tsx'
import { resultFacts } from './job-labels.ts'

/** What a job did, account by account where it says so, and what failed. */
export function JobResult({ job }: { job: Job }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DetailRows facts={resultFacts(job)} />
      {(job.details.length > 0 || job.failures.length > 0) && <CleanupDetails job={job} />}
    </div>
  )
}
