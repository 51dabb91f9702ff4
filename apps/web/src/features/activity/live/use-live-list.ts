import type { Pagination } from '@envhold/contract/activity/activity.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { refetchInterval } from '../../../connection/api/read-query.ts'
import type { CachedPage, Pages, pagedQuery } from '../activity-queries.ts'

const everyMs = 4_000
const minuteMs = 60_000

export interface LiveList<T, P extends Pages = Pagination> {
  /** Undefined until it has loaded. What was shown last stays if loading fails. */
  readonly visible: CachedPage<T, P> | undefined
  readonly isNew: (entry: T) => boolean
  /** How many new entries are not shown, so that what is being read does not move. */
  readonly waiting: number
  /** More entries may have arrived than a page holds. */
  readonly hasMoreWaiting: boolean
  /** The previous filter's entries are shown while the new ones load. */
  readonly isOld: boolean
  readonly error: Error | null
  readonly isFetching: boolean
  readonly retry: () => unknown
  /** Ref for the first element of the list. */
  readonly top: RefObject<HTMLDivElement | null>
}

type PageQuery<T, P extends Pages> = (page: number) => ReturnType<typeof pagedQuery<T, P>>

/**
 * A paged list that shows new entries as they arrive. Page 1 is polled while the tab is visible, whichever page is
 * shown: new entries are inserted at the top of page 1, and only counted elsewhere.
 */
export function useLiveList<T extends Entry, P extends Pages>(
  pageQuery: PageQuery<T, P>,
  page: number,
): LiveList<T, P> {
  const top = useRef<HTMLDivElement>(null)
  const isReading = useIsReading(top) || page > 1
  const newest = useQuery({
    ...pageQuery(1),
    refetchInterval: refetchInterval(everyMs),
    placeholderData: keepPreviousData,
  })
  const current = useQuery({
    ...pageQuery(page),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: page === 1,
  })
  const [top1, setTop1] = useState<ShownTop<T, P>>()
  const [last, setLast] = useState<CachedPage<T, P>>()
  const next = newest.data ? followList(top1, newest.data, isReading) : top1
  if (next !== top1) setTop1(next)
  useEveryMinute()

  const waiting = next && newest.data ? newerEntries(next.page.entries, newest.data.entries).length : 0
  const loaded = page === 1 ? current.data && next?.page : current.data
  if (loaded && loaded !== last) setLast(loaded)
  return {
    visible: loaded ?? (current.error ? last : undefined),
    isNew: ({ id }) => page === 1 && next !== undefined && next.newIds.has(id),
    waiting,
    hasMoreWaiting: waiting > 0 && waiting === newest.data?.entries.length,
    isOld: current.isPlaceholderData || current.error !== null,
    error: current.error,
    isFetching: current.isFetching,
    retry: current.refetch,
    top,
  }
}

/** Renders again each minute to update relative times. */
function useEveryMinute() {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, minuteMs)
    return () => clearInterval(timer)
  }, [])
}

/** Below this the header lies over the page. */
const headerPx = 56

/** Whether the top of a list is scrolled out of view, so that the user reads further down. */
function useIsReading(mark: RefObject<Element | null>): boolean {
  const [isReading, setIsReading] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setIsReading(!entry.isIntersecting && entry.boundingClientRect.top < headerPx),
      { rootMargin: `-${headerPx}px 0px 0px 0px` },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return isReading
}

type Id = number | string

/** The top of a list as it is shown. */
interface ShownTop<T, P extends Pages = Pagination> {
  readonly page: CachedPage<T, P>
  /** The entries that arrived while the page was open. */
  readonly newIds: ReadonlySet<Id>
}

/** Ids only tell entries apart. Their order is that of the list. */
interface Entry {
  readonly id: Id
}

/** The entries above all that are shown. */
export function newerEntries<T extends Entry>(visible: readonly Entry[], fresh: readonly T[]): readonly T[] {
  const known = new Set(visible.map(({ id }) => id))
  const first = fresh.findIndex(({ id }) => known.has(id))
  return first < 0 ? fresh : fresh.slice(0, first)
}

/** What to show once `fresh` has arrived: unchanged while the user reads further down in the same list. */
export function followList<T extends Entry, P extends Pages>(
  before: ShownTop<T, P> | undefined,
  fresh: CachedPage<T, P>,
  isReading: boolean,
): ShownTop<T, P> {
  if (!before || before.page.list !== fresh.list) return { page: fresh, newIds: new Set() }
  if (isReading || before.page === fresh) return before
  const newer = newerEntries(before.page.entries, fresh.entries)
  return { page: fresh, newIds: newer.length > 0 ? new Set(newer.map(({ id }) => id)) : before.newIds }
}
