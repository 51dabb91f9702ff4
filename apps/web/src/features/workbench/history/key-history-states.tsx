import { History } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import type { useKeyHistory } from './key-history-queries.ts'

interface Props {
  name: string
  query: ReturnType<typeof useKeyHistory>['query']
  /** The search has ended, and found nothing. */
  isEmpty: boolean
}

/** Why the history of a key shows no changes, or not all of them. */
export function KeyHistoryStates({ name, query, isEmpty }: Props) {
  if (query.isPending)
    return (
      <div className="grid gap-5">
        {['a', 'b', 'c', 'd'].map((each) => (
          <Skeleton key={each} className="h-16" />
        ))}
      </div>
    )
  if (query.isError)
    return (
      <ErrorState
        title="The history did not load"
        onRetry={() => query.refetch()}
        busy={query.isFetching}
        className="mb-4"
      >
        {errorText(query.error)} No version is lost.
      </ErrorState>
    )
  if (!isEmpty) return null
  return (
    <EmptyState icon={History} title="No changes found">
      {query.hasNextPage
        ? `No change to ${name} in the versions searched so far.`
        : `No stored version names ${name}.`}
    </EmptyState>
  )
}
