import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { NewEntries } from './new-entries.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import type { LiveList } from './use-live-list.ts'

interface Props<T> {
  live: LiveList<T>
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** The error's title. */
  failed: string
  why: string
  /** Shown if the list is empty. */
  empty: ReactNode
  pages: (totalPages: number) => ReactNode
  children: (entries: readonly T[], isNew: (entry: T) => boolean) => ReactNode
}

/** A live list in each of its states: loading, failed, empty, shown, and shown while another page loads. */
export function LiveSection<T>({
  live,
  page,
  pageSize,
  onPage,
  failed,
  why,
  empty,
  pages,
  children,
}: Props<T>) {
  const { shown, top } = live
  const totalPages = shown?.pagination.totalPages ?? 0
  const isPast = shown !== undefined && !live.isOld && page > Math.max(totalPages, 1)
  const goBack = useEffectEvent(() => onPage(Math.max(totalPages, 1)))
  useEffect(() => {
    if (isPast) goBack()
  }, [isPast])
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
      {live.error && !shown ? (
        <ErrorState title={failed} onRetry={live.retry} busy={live.isFetching}>
          {why} The activity itself is recorded.
        </ErrorState>
      ) : !shown ? (
        <RowsSkeleton rows={Math.min(pageSize, 10)} />
      ) : (
        <div
          aria-busy={live.isOld}
          className={cn('grid min-w-0 gap-4 transition-opacity', live.isOld && 'opacity-60')}
        >
          {shown.entries.length === 0 ? empty : children(shown.entries, live.isNew)}
          {totalPages > 1 && pages(totalPages)}
        </div>
      )}
    </div>
  )
}
