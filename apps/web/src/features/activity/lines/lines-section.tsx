import { type ActivityTimeRange, activityTimeRanges } from '@envhold/contract/activity/activity.ts'
import type { ActivityLine } from '@envhold/contract/activity/activity-lines.ts'
import { Activity, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { AskedHit } from '../../../ui/lists/open-only.ts'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import type { LinePages, PageStarts } from '../activity-queries.ts'
import { LiveSection } from '../live/live-section.tsx'
import { type LiveList, useLiveList } from '../live/use-live-list.ts'
import { NothingFound, nothingChanged, rangeNames } from '../nothing-found.tsx'
import { LineList } from './line-list.tsx'

type LivePages = LiveList<ActivityLine, LinePages>
type LinesQuery = (starts: PageStarts) => Parameters<typeof useLiveList<ActivityLine, LinePages>>[0]

/**
 * The pages of a list of lines. Another list begins with its first page, below what was shown until it has loaded.
 * @param query the list, where its pages begin
 * @param list identifies the list
 */
export function useLines(query: LinesQuery, list: string) {
  const [page, setPage] = useState(1)
  const [starts, setStarts] = useState<PageStarts>(new Map())
  const [known, setKnown] = useState(list)
  if (list !== known) {
    setKnown(list)
    setPage(1)
    setStarts(new Map())
  }
  const live = useLiveList(query(starts), page)
  const goTo = (to: number) => {
    const next = live.visible?.pagination.next
    if (to > page && next === null) return
    if (to > page && next !== undefined) setStarts(new Map([...starts, [to, next ?? 0]]))
    setPage(Math.max(1, to))
  }
  return { live, page, goTo }
}

interface Props extends ReturnType<typeof useLines> {
  label: string
  withProject?: boolean
  search: string
  /** Enter in the search opens the only line. */
  hit: AskedHit | undefined
  range: ActivityTimeRange
  onRange: (range: ActivityTimeRange) => void
  onClearSearch: () => void
  failed: string
  /** The filter, unless it lets everything through. */
  filter: { readonly name: string; readonly isChanges: boolean } | undefined
  onAll: () => void
  /** What the list would show. */
  children: ReactNode
}

/** A list of lines in each of its states. */
export function LinesSection({ live, page, goTo, label, hit, failed, ...rest }: Props) {
  const { filter, onAll, children, ...list } = rest
  const { search, range, onClearSearch, withProject = false } = list
  return (
    <LiveSection
      list="activity"
      live={live}
      page={page}
      pageSize={20}
      onPage={goTo}
      failed={failed}
      why={errorText(live.error)}
      empty={
        search === '' || live.visible?.pagination.next != null ? (
          <NothingFound
            icon={Activity}
            title="No Activity Found"
            range={range}
            search=""
            onClearSearch={onClearSearch}
            narrowed={
              filter && {
                words: filter.name.toLowerCase(),
                clear: 'Show all activities',
                onClear: onAll,
                ...(filter.isChanges && nothingChanged),
              }
            }
          >
            {children}
          </NothingFound>
        ) : (
          <NothingAbout {...list} />
        )
      }
      pages={() => null}
    >
      {(lines, isNew) => (
        <>
          <LineList
            // Another list replaces the lines; none moves to another place.
            key={live.visible?.list}
            label={label}
            lines={lines}
            withProject={withProject}
            search={search}
            hit={hit}
            isOld={live.isOld}
            isNew={isNew}
          />
          <LinesFoot live={live} page={page} goTo={goTo} label={label} {...list} />
        </>
      )}
    </LiveSection>
  )
}

interface SearchedProps {
  search: string
  range: ActivityTimeRange
  onRange: (range: ActivityTimeRange) => void
  onClearSearch: () => void
}

const link = 'rounded-sm font-medium text-accent underline-offset-4 hover:underline'

/** The next longer range; undefined for the whole history. */
const longer = (range: ActivityTimeRange) => activityTimeRanges[activityTimeRanges.indexOf(range) + 1]

const spans: Record<ActivityTimeRange, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': 'a year',
  all: 'the whole history',
}

function NothingAbout({ search, range, onRange, onClearSearch }: SearchedProps) {
  const wider = longer(range)
  return (
    <p role="status" className="py-12 text-center text-ink-2">
      Nothing about <b className="font-medium break-all text-ink">{search}</b> in {spans[range]}.{' '}
      {wider && (
        <>
          <button type="button" className={link} onClick={() => onRange(wider)}>
            Search {spans[wider]}
          </button>
          {' · '}
        </>
      )}
      <button type="button" className={link} onClick={onClearSearch}>
        Clear
      </button>
    </p>
  )
}

interface FootProps extends SearchedProps {
  live: LivePages
  page: number
  goTo: (page: number) => void
  label: string
}

/** The ways to other pages and, at the end of what was found, to a longer range. */
function LinesFoot({ live, page, goTo, label, search, range, onRange }: FootProps) {
  const { next = null, searchedBackTo = null } = live.visible?.pagination ?? {}
  const wider = longer(range)
  return (
    <div className="grid gap-3">
      {searchedBackTo !== null && (
        <p role="status" className="text-center text-small text-ink-2">
          Searched back to {formatDay(new Date(searchedBackTo))}.
        </p>
      )}
      {search !== '' && next === null && wider && (
        <p className="text-center text-small text-ink-2">
          These are all matches of the {rangeNames[range]}.{' '}
          <button type="button" className={link} onClick={() => onRange(wider)}>
            Search {spans[wider]}
          </button>
        </p>
      )}
      {(page > 1 || next !== null) && (
        <nav aria-label={`Pages of ${label}`} className="flex items-center justify-between gap-3">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={page === 1 || undefined}
            onClick={() => page > 1 && goTo(page - 1)}
          >
            <ChevronLeft />
            Newer
          </Button>
          <span role="status" className="text-small text-ink-2 tabular-nums">
            Page {formatCount(page)}
          </span>
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={next === null || undefined}
            onClick={() => next !== null && goTo(page + 1)}
          >
            Older
            <ChevronRight />
          </Button>
        </nav>
      )}
    </div>
  )
}

/** `10 of 412`, of entries; undefined without a search. */
export function foundText({ visible }: LivePages, search: string): string | undefined {
  if (search === '' || !visible || visible.pagination.found === null) return undefined
  return `${formatCount(visible.pagination.found)} of ${formatCount(visible.pagination.total)}`
}
