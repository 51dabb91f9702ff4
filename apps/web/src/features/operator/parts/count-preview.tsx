import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import type { Query } from './query-state.tsx'

interface Props<T> {
  readonly preview: Query<T>
  readonly children: (preview: T) => {
    /** How many, in words. */
    readonly summary: string
    readonly names: readonly string[]
    /** How many there are beside those with a name. */
    readonly others: number
    readonly more?: ReactNode
  }
}

/** What something would touch before it is confirmed: a count, and the first names. */
export function CountPreview<T>({ preview: { data, error, isFetching, refetch }, children }: Props<T>) {
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
  const { summary, names, others, more } = children(data)
  return (
    <div className="grid gap-1 rounded-md border bg-ground px-3 py-2.5 text-small">
      <p className="font-medium">{summary}</p>
      {names.length > 0 && (
        <p className="break-words text-ink-2">
          {names.join(', ')}
          {others > 0 && ' and others'}
        </p>
      )}
      {more}
    </div>
  )
}
