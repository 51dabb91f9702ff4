import { type ApiUsageLog, activityPageSize, exportApiUsage } from '@envhold/contract/activity/activity.ts'
import { ArrowLeftRight } from 'lucide-react'
import { Fragment } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell } from '../../ui/lists/table.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { UsageStatus } from './activity-badges.tsx'
import { activityFilter, apiUsageQuery } from './activity-queries.ts'
import type { ActivitySearch, ChangeSearch, HistoryOptions } from './activity-search.ts'
import { EntryRow, MetaLine, ProjectLink } from './entry-row.tsx'
import { ExportMenu } from './export-menu.tsx'
import { LiveSection } from './live/live-section.tsx'
import { useLiveList } from './live/use-live-list.ts'
import { NothingFound } from './nothing-found.tsx'

interface Props {
  search: ActivitySearch
  onChange: ChangeSearch
}

export function UsageTab({ search, onChange }: Props) {
  const api = useApi()
  const { usagePage: page = 1, q = '' } = search
  const usage = activityFilter(search)
  const live = useLiveList(apiUsageQuery(api, usage), page)
  const goToPage = (to: number, options?: HistoryOptions) => onChange({ usagePage: to }, options)
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
        list="usage"
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

interface UsageTableProps {
  logs: readonly ApiUsageLog[]
  isNew: (log: ApiUsageLog) => boolean
}

const side = 'max-w-36 truncate text-ink-2 max-lg:hidden'
const figure = 'text-right whitespace-nowrap text-ink-2 tabular-nums max-lg:hidden'

const unbroken = '\u00a0'
const milliseconds = (value: number) =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })}${unbroken}ms`
const variables = (count: number) =>
  `${formatCount(count)}${unbroken}${count === 1 ? 'variable' : 'variables'}`

function UsageTable({ logs, isNew }: UsageTableProps) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table aria-label="API usage">
        <TableHead>
          <tr>
            <TableHeadCell className="w-full rounded-tl-lg">Request</TableHeadCell>
            <TableHeadCell>Status</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">Project</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">Environment</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">Key</TableHeadCell>
            <TableHeadCell className="text-right max-lg:hidden">Variables</TableHeadCell>
            <TableHeadCell className="text-right max-lg:hidden">Duration</TableHeadCell>
            <TableHeadCell className="max-lg:hidden">IP</TableHeadCell>
            <TableHeadCell className="rounded-tr-lg text-right">Time</TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {logs.map((log) => (
            <EntryRow key={log.id} isNew={isNew(log)}>
              <TableCell>
                <code className="font-mono wrap-anywhere">
                  <span className="font-medium">{log.http_method}</span> <Path path={log.endpoint} />
                </code>
                <p className="pb-1.5 break-words text-ink-3 max-sm:hidden lg:hidden">
                  <Meta log={log} />
                </p>
              </TableCell>
              <TableCell>
                <UsageStatus status={log.status_code} calls={log.calls} />
              </TableCell>
              <TableCell className={side} title={log.project_name ?? undefined}>
                <ProjectLink id={log.project_id} name={log.project_name} />
              </TableCell>
              <TableCell className={side} title={log.environment_name ?? undefined}>
                {log.environment_name}
              </TableCell>
              <TableCell className={side} title={log.api_key_name ?? undefined}>
                {log.api_key_name}
              </TableCell>
              <TableCell className={figure}>{formatCount(log.variables_count)}</TableCell>
              <TableCell className={figure}>{milliseconds(log.request_duration_ms)}</TableCell>
              <TableCell className={side} title={log.ip_address ?? undefined}>
                {log.ip_address}
              </TableCell>
              <TableCell className="col-span-2 break-words text-ink-3 sm:hidden">
                <Time at={log.created_at} short /> · <Meta log={log} />
              </TableCell>
              <TableCell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
                <Time at={log.created_at} />
              </TableCell>
            </EntryRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Breaks before a slash rather than within a word. */
const Path = ({ path }: { path: string }) => (
  <span className="text-ink-2">
    {path.split(/(?=\/)/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path stay where they are.
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)

const Meta = ({ log }: { log: ApiUsageLog }) => (
  <MetaLine
    parts={{
      Project: log.project_name && <ProjectLink id={log.project_id} name={log.project_name} />,
      Environment: log.environment_name,
      Key: log.api_key_name,
      Read: variables(log.variables_count),
      Duration: milliseconds(log.request_duration_ms),
      IP: log.ip_address,
    }}
  />
)
