import { type Job, previewJob } from '@envhold/contract/operator/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'

/** Fetches the figures again that a job may have changed. */
export function useJobStarted(): (job: Job) => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== previewJob.name,
    })
  }
}
