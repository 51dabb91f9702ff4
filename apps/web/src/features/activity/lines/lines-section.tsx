import type { ActivityTimeRange } from '@envhold/contract/activity/activity.ts'
import type { ActivityLine } from '@envhold/contract/activity/activity-lines.ts'
import { Activity } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { AskedHit } from '../../../ui/lists/open-only.ts'
import { formatCount } from '../../../ui/text/format.ts'
import type { LinePages, PageStarts } from '../activity-queries.ts'
import { LiveSection } from '../live/live-section.tsx'
import { useLiveList } from '../live/use-live-list.ts'
import { NothingFound, nothingChanged } from '../nothing-found.tsx'
import { LineList } from './line-list.tsx'
import { LinesFoot, type LivePages, NothingAbout } from './lines-foot.tsx'

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
    // The page that is still shown knows only where its own next one begins.
    if (to > page && (next === null || live.isOld)) return
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
  const searched = { ...list, page, filter: filter?.name.toLowerCase(), onAll }
  const foot = <LinesFoot live={live} goTo={goTo} label={label} {...searched} />
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
        <>
          {live.visible?.pagination.next != null ? (
            <EmptyState
              icon={Activity}
              title="Nothing found yet"
              action={
                <Button variant="secondary" onClick={onClearSearch}>
                  Clear search
                </Button>
              }
            >
              Only a part of the log was searched.
            </EmptyState>
          ) : search !== '' ? (
            <NothingAbout {...searched} />
          ) : (
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
          )}
          {foot}
        </>
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
          {foot}
        </>
      )}
    </LiveSection>
  )
}

/** `10 of 412`, of entries; undefined without a search. */
export function foundText({ visible }: LivePages, search: string): string | undefined {
  if (search === '' || !visible || visible.pagination.found === null) return undefined
  return `${formatCount(visible.pagination.found)} of ${formatCount(visible.pagination.total)}`
}
