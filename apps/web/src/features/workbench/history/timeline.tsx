import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readErrorText } from '../../../connection/api/error-text.ts'
import { cn } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'

interface Props {
  title: ReactNode
  /** The version that it is about; without an author, nobody is named. */
  version: Pick<VersionSummary, 'created_at'> & Partial<Pick<VersionSummary, 'author'>>
  /** Beside the author. */
  note?: string
  isCurrent: boolean
  children: ReactNode
}

/** One entry on the line of time: what was done, when and by whom. */
export function TimelineItem({
  title,
  version: { created_at: at, author },
  note,
  isCurrent,
  children,
}: Props) {
  return (
    <li className="relative grid gap-1.5 border-l border-line-strong pb-5 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1.5 -left-[5px] size-[9px] rounded-full border-2 border-raised',
          isCurrent ? 'bg-accent' : 'bg-control-line',
        )}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{title}</span>
        {isCurrent && <Badge tone="accent">Current</Badge>}
        <span className="ml-auto text-small text-ink-3">
          <Time at={at} />
        </span>
      </div>
      <p className="text-small text-ink-2">
        {author && (author.username ?? 'A deleted account')}
        {author?.token_name && <> · {author.token_name}</>}
        {note && (
          <span className="text-ink-3">
            {author && ' · '}
            {note}
          </span>
        )}
      </p>
      {children}
    </li>
  )
}

/** While a history loads, and why it did not. */
export function HistoryState({ query }: { query: UseInfiniteQueryResult }) {
  const { isPending, error, refetch, isFetching } = query
  if (isPending)
    return (
      <div className="grid gap-5">
        {['a', 'b', 'c', 'd'].map((each) => (
          <Skeleton key={each} className="h-16" />
        ))}
      </div>
    )
  if (!error) return null
  return (
    <ErrorState title="The history did not load" onRetry={refetch} busy={isFetching} className="mb-4">
      {readErrorText(error, 'No version is lost.')}
    </ErrorState>
  )
}
