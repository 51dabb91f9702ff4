import { activityFilters, exportActivityLogs } from '@envhold/contract/activity/activity.ts'
import { useApi } from '../../connection/use-api.ts'
import { SegmentedControl } from '../../ui/forms/choices.tsx'
import type { AskedHit } from '../../ui/lists/open-only.ts'
import { activityLinesQuery, logFilter } from './activity-queries.ts'
import type { ActivitySearch, ChangeSearch } from './activity-search.ts'
import { ExportMenu } from './export-menu.tsx'
import { foundText, LinesSection, useLines } from './lines/lines-section.tsx'

interface Props {
  search: ActivitySearch
  /** Enter in the search opens the only line. */
  hit: AskedHit | undefined
  onChange: ChangeSearch
}

const filterNames = { changes: 'Changes', all: 'All Activities', security: 'Security Events' } as const
const filters = activityFilters.map((value) => ({ value, label: filterNames[value] }))

export function ActivityTab({ search, hit, onChange }: Props) {
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
