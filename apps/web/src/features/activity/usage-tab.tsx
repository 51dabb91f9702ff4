import { activityPageSize, exportApiUsage } from '@envhold/contract/activity/activity.ts'
import { ArrowLeftRight } from 'lucide-react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { activityFilter, apiUsageQuery } from './activity-queries.ts'
import type { ActivitySearch, ChangeSearch } from './activity-search.ts'
import { ExportMenu } from './export-menu.tsx'
import { LiveSection } from './live/live-section.tsx'
import { useLiveList } from './live/use-live-list.ts'
import { NothingFound } from './nothing-found.tsx'
import { UsageTable } from './usage-table.tsx'

interface Props {
  search: ActivitySearch
  onChange: ChangeSearch
}

export function UsageTab({ search, onChange }: Props) {
  const api = useApi()
  const { usagePage: page = 1, q = '' } = search
  const usage = activityFilter(search)
  const live = useLiveList(apiUsageQuery(api, usage), page)
  const goToPage = (to: number) => onChange({ usagePage: to })
  return (
    <section aria-label="API Usage" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56 text-small text-ink-2">
          Every call with an API key of your projects. Calls above a limit are grouped into one line per
          minute with their count and the latest call. Kept for 90 days.
        </p>
        <ExportMenu
          name="api-usage"
          ask={(format, options) => api.ask(exportApiUsage, { query: { ...usage, format } }, options)}
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
            icon={ArrowLeftRight}
            title="No API Usage Found"
            range={usage.timeRange}
            search={q}
            onClearSearch={() => onChange({ q: '' })}
          >
            Once a pipeline or a server fetches variables with an API key, each call appears here.
          </NothingFound>
        }
        pages={(total) => <Pager label="API usage" page={page} totalPages={total} onPage={goToPage} />}
      >
        {(logs, isNew) => <UsageTable logs={logs} isNew={isNew} />}
      </LiveSection>
    </section>
  )
}
