import { type ActivityTimeRange, activityTimeRanges } from '@envhold/contract/activity/activity.ts'
import type { ActivityLine } from '@envhold/contract/activity/activity-lines.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import type { LinePages } from '../activity-queries.ts'
import type { LiveList } from '../live/use-live-list.ts'
import { rangeNames } from '../nothing-found.tsx'

export type LivePages = LiveList<ActivityLine, LinePages>

interface SearchedProps {
  search: string
  range: ActivityTimeRange
  page: number
  /** What the list is limited to; undefined for all activities. */
  filter: string | undefined
  onRange: (range: ActivityTimeRange) => void
  onAll: () => void
  onClearSearch: () => void
}

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

const among = (filter: string | undefined) => (filter === undefined ? '' : ` among ${filter}`)

/** What else a search can do. */
function Ways({ ways }: { ways: readonly (readonly [name: string, onPress: () => void])[] }) {
  return ways.map(([name, onPress], index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      <button
        type="button"
        className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
        onClick={onPress}
      >
        {name}
      </button>
    </Fragment>
  ))
}

/** The lists that a search could be made in instead: without the filter, and of a longer time. */
function widerWays({ filter, range, onAll, onRange }: SearchedProps) {
  const wider = longer(range)
  return [
    ...(filter === undefined ? [] : [['Search all activities', onAll] as const]),
    ...(wider ? [[`Search ${spans[wider]}`, () => onRange(wider)] as const] : []),
  ]
}

/** In place of the lines that a search did not find. */
export function NothingAbout(props: SearchedProps) {
  const { search, range, page, filter, onClearSearch } = props
  return (
    <p role="status" className="py-12 text-center text-ink-2">
      {page > 1 ? 'Nothing more about' : 'Nothing about'}{' '}
      <b className="font-medium break-all text-ink">{search}</b>
      {among(filter)} in {spans[range]}. <Ways ways={[...widerWays(props), ['Clear', onClearSearch]]} />
    </p>
  )
}

interface FootProps extends SearchedProps {
  live: LivePages
  goTo: (page: number) => void
  label: string
}

/** The ways to other pages and, at the end of what was found, to a wider search. */
export function LinesFoot({ live, goTo, label, ...props }: FootProps) {
  const { search, range, page, filter } = props
  const { next = null, searchedBackTo = null } = live.visible?.pagination ?? {}
  const ways = widerWays(props)
  const isEnd = search !== '' && next === null && live.visible?.entries.length !== 0
  return (
    <div className="grid gap-3">
      {searchedBackTo !== null && (
        <Note role="status">Searched back to {formatDay(new Date(searchedBackTo))}.</Note>
      )}
      {isEnd && ways.length > 0 && (
        <Note>
          These are all matches{among(filter)} of the {rangeNames[range]}. <Ways ways={ways} />
        </Note>
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
            {searchedBackTo === null ? 'Older' : 'Search On'}
            <ChevronRight />
          </Button>
        </nav>
      )}
    </div>
  )
}

const Note = (props: { role?: 'status'; children: ReactNode }) => (
  <p className="text-center text-small text-ink-2" {...props} />
)
