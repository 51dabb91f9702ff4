import { activityFilters, exportActivityLogs } from '@envhold/contract/activity/activity.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { refetchInterval } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { SegmentedControl } from '../../ui/forms/choices.tsx'
import { DelayedSearchField } from '../../ui/forms/search-field.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { type AskedHit, useAskedHit } from '../../ui/lists/open-only.ts'
import { formatCount } from '../../ui/text/format.ts'
import {
  activityFilter,
  activityLinesQuery,
  apiUsageQuery,
  type CachedPage,
  logFilter,
  type PageStarts,
  type Pages,
} from './activity-queries.ts'
import {
  type ActivitySearch,
  activitySearch,
  type ChangeSearch,
  type SearchChange,
  type ShowSearch,
} from './activity-search.ts'
import { ExportMenu } from './export-menu.tsx'
import { foundText, LinesSection, useLines } from './lines/lines-section.tsx'
import { TimeRangeSelect } from './nothing-found.tsx'
import { UsageTab } from './usage-tab.tsx'

interface Props {
  search: ActivitySearch
  onSearch: ShowSearch
}

const totalOf = {
  select: ({ pagination }: CachedPage<unknown, Pages>) => pagination.total,
  placeholderData: keepPreviousData,
  // The open tab polls under the same key.
  refetchInterval: refetchInterval(30_000),
}
const noStarts: PageStarts = new Map()
/** Placeholder for a total that has not loaded. */
const totalText = (total: number | undefined) => (total === undefined ? '–' : formatCount(total))

export function ActivityPage({ search, onSearch }: Props) {
  const api = useApi()
  const activity = activityFilter(search)
  const logs = useQuery({ ...activityLinesQuery(api, logFilter(search), noStarts)(1), ...totalOf })
  const usage = useQuery({ ...apiUsageQuery(api, activity)(1), ...totalOf })
  const hit = useAskedHit(search.q ?? '')
  const change: ChangeSearch = (what, options) => onSearch(changedSearch(search, what), options)
  return (
    <>
      <title>Activity · Envhold</title>
      <h1 className="mb-5 text-title font-semibold">Security & Account Activity</h1>
      <div className="mb-4 flex gap-3">
        <DelayedSearchField
          label="Search keys, people, text"
          value={search.q ?? ''}
          onChange={(q) => change({ q })}
          onEnter={hit.onEnter}
          className="min-w-0 flex-1 sm:max-w-sm"
        />
        <div className="w-36 shrink-0 sm:ml-auto sm:w-44">
          <TimeRangeSelect value={activity.timeRange} onChange={(range) => change({ range })} />
        </div>
      </div>
      <Tabs
        label="Activity"
        value={search.tab ?? 'activity'}
        onValueChange={(tab) => change({ tab })}
        tabs={[
          {
            value: 'activity',
            label: `Security & Activity (${totalText(logs.data)})`,
            content: <ActivityTab search={search} hit={hit} onChange={change} />,
          },
          {
            value: 'usage',
            label: `API Usage (${totalText(usage.data)})`,
            content: <UsageTab search={search} onChange={change} />,
          },
        ]}
      />
    </>
  )
}

/** The search parameters after a change. A new filter starts at the first page. */
export function changedSearch(before: ActivitySearch, change: SearchChange): ActivitySearch {
  const startsOver = 'range' in change || 'q' in change
  return activitySearch({
    ...before,
    ...(startsOver && { usagePage: 1 }),
    ...change,
  })
}

interface ActivityTabProps {
  search: ActivitySearch
  /** Enter in the search opens the only line. */
  hit: AskedHit | undefined
  onChange: ChangeSearch
}

const filterNames = { changes: 'Changes', all: 'All Activities', security: 'Security Events' } as const
const filters = activityFilters.map((value) => ({ value, label: filterNames[value] }))

export function ActivityTab({ search, hit, onChange }: ActivityTabProps) {
  const api = useApi()
  const { q = '' } = search
  const logs = logFilter(search)
  const { filter, timeRange } = logs
  const lines = useLines((starts) => activityLinesQuery(api, logs, starts), JSON.stringify(logs))
  return (
    <section aria-label="Security & Activity" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Filter"
          options={filters}
          value={filter}
          onValueChange={(value) => onChange({ filter: value })}
        />
        <span role="status" className="ml-auto text-small text-ink-3 tabular-nums">
          {foundText(lines.live, q)}
        </span>
        <ExportMenu
          name="activity"
          isShort
          ask={(format, options) => api.ask(exportActivityLogs, { query: { ...logs, format } }, options)}
        />
      </div>
      <LinesSection
        {...lines}
        label="Activity"
        withProject
        search={q}
        hit={hit}
        range={timeRange}
        onRange={(range) => onChange({ range })}
        onClearSearch={() => onChange({ q: '' })}
        failed="Failed to fetch activity logs"
        filter={filter === 'all' ? undefined : { name: filterNames[filter], isChanges: filter === 'changes' }}
        onAll={() => onChange({ filter: 'all' })}
      >
        Your activity, and other people’s activity in your projects, appears here.
      </LinesSection>
    </section>
  )
}
