import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Skeleton, SkeletonRows, useLastCount } from '../../../ui/feedback/loading.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { type ShowPage, useExistingPage } from '../../../ui/lists/use-existing-page.ts'
import type { Pages } from '../activity-queries.ts'
import type { LiveList } from './use-live-list.ts'

interface Props<T, P extends Pages> {
  /** Whose length is kept for the next time. */
  list: string
  live: LiveList<T, P>
  page: number
  pageSize: number
  onPage: ShowPage
  /** The error's title. */
  failed: string
  why: string
  /** Shown if the list is empty. */
  empty: ReactNode
  pages: (totalPages: number) => ReactNode
  children: (entries: readonly T[], isNew: (entry: T) => boolean) => ReactNode
}

/** A live list in each of its states: loading, failed, empty, shown, and shown while another page loads. */
export function LiveSection<T, P extends Pages>({
  list,
  live,
  page,
  pageSize,
  onPage,
  failed,
  why,
  empty,
  pages,
  children,
}: Props<T, P>) {
  const { visible, top } = live
  const rows = useLastCount(list, visible?.entries.length, Math.min(pageSize, 10))
  const totalPages = visible?.pagination.totalPages ?? 0
  useExistingPage(page, visible && !live.isOld ? totalPages : undefined, onPage)
  const showNew = () => {
    if (page > 1) onPage(1)
    else window.scrollTo({ top: 0 })
    // The button disappears, so the focus moves to the new entries.
    top.current?.focus({ preventScroll: true })
  }
  return (
    <div className="min-w-0">
      <div ref={top} tabIndex={-1} className="outline-none" />
      <NewEntries count={live.waiting} isMore={live.hasMoreWaiting} onShow={showNew} />
      {live.error && visible && (
        <p role="status" className="mb-2 text-small text-ink-2">
          Not up to date.{' '}
          <button
            type="button"
            onClick={() => void live.retry()}
            className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            Try again
          </button>
        </p>
      )}
      {live.error && !visible ? (
        <ErrorState title={failed} onRetry={live.retry} busy={live.isFetching}>
          {why} The activity itself is recorded.
        </ErrorState>
      ) : !visible ? (
        <SkeletonRows
          rows={rows}
          row="flex h-10 items-center gap-3 border-b px-4 last:border-b-0 max-sm:h-16"
          className="overflow-hidden rounded-lg border bg-surface"
        >
          <Skeleton className="size-4" />
          <Skeleton className="h-3.5 w-2/5 max-sm:w-3/5" />
          <Skeleton className="ml-auto h-3.5 w-24 max-sm:w-14" />
        </SkeletonRows>
      ) : (
        <div
          aria-busy={live.isOld}
          className={cn('grid min-w-0 gap-4 transition-opacity', live.isOld && 'opacity-60')}
        >
          {visible.entries.length === 0 ? empty : children(visible.entries, live.isNew)}
          {totalPages > 1 && pages(totalPages)}
        </div>
      )}
    </div>
  )
}

interface NewEntriesProps {
  count: number
  /** The count is a lower bound. */
  isMore: boolean
  onShow: () => void
}

/** Counts new entries that are not inserted, so that what is being read does not move. */
function NewEntries({ count, isMore, onShow }: NewEntriesProps) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-header z-20 flex h-0 justify-center overflow-visible"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-2 inline-flex h-8 animate-appear items-center gap-1.5 rounded-full bg-accent-fill px-3.5 text-small font-medium text-on-accent shadow-high transition-colors hover:bg-accent-fill-hover [&_svg]:size-4"
        >
          <ArrowUp aria-hidden="true" />
          {isMore ? `${count}+` : count} new {count === 1 && !isMore ? 'entry' : 'entries'}
        </button>
      )}
    </div>
  )
}
