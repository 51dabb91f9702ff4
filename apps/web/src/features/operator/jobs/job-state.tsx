import { isVerifying, type Job, type JobState, type JobSummary } from '@envhold/contract/operator/jobs.ts'
import { ProgressBar } from '../../../ui/feedback/loading.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { resultFacts } from './job-labels.ts'

const states: Readonly<Record<JobState, { readonly label: string; readonly tone: BadgeTone }>> = {
  running: { label: 'Running', tone: 'info' },
  stopped: { label: 'Stopped', tone: 'warn' },
  done: { label: 'Done', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
}

export const jobStateLabel = (state: JobState): string => states[state].label

export const JobStateBadge = ({ state }: Pick<JobSummary, 'state'>) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
)

export function JobProgress({ job: { kind, state, processed, total, failed } }: { job: JobSummary }) {
  return (
    <span className="grid gap-1 tabular-nums">
      <span>
        {formatCount(processed)} of {formatCount(total)}
        {failed > 0 && (
          <span className="text-bad">
            {' '}
            · {formatCount(failed)} {isVerifying(kind) ? 'broken' : 'failed'}
          </span>
        )}
      </span>
      {state === 'running' && <ProgressBar value={processed} max={Math.max(1, total)} label="Progress" />}
    </span>
  )
}

/** What a job did, account by account where it says so, and what failed. */
export function JobResult({ job }: { job: Job }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DetailRows facts={resultFacts(job)} />
      {(job.details.length > 0 || job.failures.length > 0) && <CleanupDetails job={job} />}
    </div>
  )
}

/** The accounts that a job changed, and those where it failed, or what is broken. The list scrolls. */
export function CleanupDetails({ job: { kind, details, failures } }: { job: Job }) {
  return (
    <ul
      aria-label={isVerifying(kind) ? 'Problems' : 'Accounts'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-64 divide-y overflow-y-auto rounded-md border text-small"
    >
      {failures.map(({ item, email, message }) => (
        <li key={`${item} ${message}`} className="grid gap-0.5 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-all">{item}</span>
            <Badge tone="bad">Error</Badge>
          </span>
          {email && <span className="break-all text-ink-3">{email}</span>}
          <span className="break-words text-ink-2">{message}</span>
        </li>
      ))}
      {details.map(({ username, email, oldPlan, newPlan, archivedProjectsDeleted }) => (
        <li key={username} className="grid gap-0.5 px-3 py-2">
          <span className="font-medium break-all">{username}</span>
          <span className="break-all text-ink-3">{email}</span>
          <span className="text-ink-2">
            {oldPlan && `${oldPlan} → `}
            {newPlan}
            {archivedProjectsDeleted > 0 &&
              ` · ${archivedProjectsDeleted === 1 ? '1 archived project' : `${archivedProjectsDeleted} archived projects`} deleted`}
          </span>
        </li>
      ))}
    </ul>
  )
}
