import {
  type ActivityLog,
  activityFilters,
  activityPageSize,
  exportActivityLogs,
} from '@envhold/contract/activity/activity.ts'
import { Activity } from 'lucide-react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { SegmentedControl } from '../../ui/forms/choices.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { activityLogsQuery, logFilter } from './activity-queries.ts'
import type { ActivitySearch, ChangeSearch } from './activity-search.ts'
import { ProjectLink } from './entry-row.tsx'
import type { EventColumns } from './event-line.tsx'
import { EventTable } from './event-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { LiveSection } from './live/live-section.tsx'
import { useLiveList } from './live/use-live-list.ts'
import { NothingFound, nothingChanged } from './nothing-found.tsx'

interface Props {
  search: ActivitySearch
  onChange: ChangeSearch
}

const filterNames = { changes: 'Changes', all: 'All Activities', security: 'Security Events' } as const
const filters = activityFilters.map((value) => ({ value, label: filterNames[value] }))

export function ActivityTab({ search, onChange }: Props) {
  const api = useApi()
  const { page = 1, q = '' } = search
  const logs = logFilter(search)
  const { filter } = logs
  const live = useLiveList(activityLogsQuery(api, logs), page)
  const goToPage = (to: number) => onChange({ page: to })
  return (
    <section aria-label="Security & Activity" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Filter"
          options={filters}
          value={filter}
          onValueChange={(value) => onChange({ filter: value })}
        />
        <ExportMenu
          name="activity"
          isShort
          ask={(format, options) => api.ask(exportActivityLogs, { query: { ...logs, format } }, options)}
        />
      </div>
      <LiveSection
        live={live}
        page={page}
        pageSize={activityPageSize}
        onPage={goToPage}
        failed="Failed to fetch activity logs"
        why={errorText(live.error)}
        empty={
          <NothingFound
            icon={Activity}
            title="No Activity Found"
            range={logs.timeRange}
            search={q}
            onClearSearch={() => onChange({ q: '' })}
            narrowed={
              filter === 'all'
                ? undefined
                : {
                    words: filterNames[filter].toLowerCase(),
                    clear: 'Show all activities',
                    onClear: () => onChange({ filter: 'all' }),
                    ...(filter === 'changes' && nothingChanged),
                  }
            }
          >
            Your activity, and other people’s activity in your projects, appears here.
          </NothingFound>
        }
        pages={(total) => <Pager label="activity" page={page} totalPages={total} onPage={goToPage} />}
      >
        {(logs, isNew) => <ActivityTable logs={logs} isNew={isNew} />}
      </LiveSection>
    </section>
  )
}

interface ActivityTableProps {
  logs: readonly ActivityLog[]
  isNew: (log: ActivityLog) => boolean
}

const columns: EventColumns<ActivityLog> = {
  head: 'Project',
  of: ({ project_id, project_name }) => project_name && <ProjectLink id={project_id} name={project_name} />,
  textOf: ({ project_name }) => project_name,
  projectOf: ({ project_name }) => project_name,
  userOf: ({ user_email: email }) => (email === null ? null : { shown: email, email }),
}

export const ActivityTable = ({ logs, isNew }: ActivityTableProps) => (
  <EventTable label="Activity" events={logs} isNew={isNew} columns={columns} />
)
