import {
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
import { useMayCall } from '../use-operator.ts'

/** Stops a running job, or resumes one that ended before its time. */
export function JobControl({ job: { id, kind, state } }: { job: JobSummary }) {
  const api = useApi()
  const queries = useQueryClient()
  const mayStop = useMayCall('stopJob')
  const mayResume = useMayCall('resumeJob')
  const isRunning = state === 'running'
  const change = useMutation({
    mutationFn: () => api.call(isRunning ? stopJob : resumeJob, { params: { id } }),
    onError: (error) =>
      notifyError(error, { fallback: isRunning ? 'Failed to stop the job' : 'Failed to resume the job' }),
    onSettled: () => refetchReads(queries, listJobs, readJob),
  })
  if (state === 'done' || !(isRunning ? mayStop : mayResume)) return null
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
