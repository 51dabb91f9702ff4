import { isVerifying, type JobState, type JobSummary } from '@envhold/contract/operator/jobs.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'

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
