import type { JobPreview } from '@envhold/contract/operator/jobs.ts'
import { errorText } from '../../../connection/api/error-text.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { isNothing, previewText } from './job-labels.ts'

interface Props {
  readonly preview: {
    readonly data: JobPreview | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
}

/** What a job would touch: counts, and the first names. */
export function PreviewView({ preview: { data, error, isFetching, refetch } }: Props) {
  if (error)
    return (
      <ErrorState title="Failed to count" onRetry={refetch} retryText="Retry" busy={isFetching}>
        {errorText(error)}
      </ErrorState>
    )
  if (!data)
    return (
      <div role="status" aria-label="Counting" className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-3 w-3/4" />
      </div>
    )
  const { counts, names } = data
  return (
    <div className="grid gap-1 rounded-md border bg-ground px-3 py-2.5 text-small">
      <p className="font-medium">
        {isNothing(counts) ? 'Nothing is due now' : `Now: ${previewText(counts)}`}
      </p>
      {names.length > 0 && (
        <p className="break-words text-ink-2">
          {names.join(', ')}
          {(counts.users ?? 0) > names.length && ' and others'}
        </p>
      )}
    </div>
  )
}
