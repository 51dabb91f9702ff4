import { usageTimeRanges } from '@envhold/contract/api-keys.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { cn } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { SegmentedControl } from '../../ui/forms/choices.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../ui/lists/table.tsx'
import { StatusBadge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { ApiKeyDetails } from './api-key-details.tsx'
import { apiKeyErrors, type UsageRange, usageQuery } from './api-key-queries.ts'
import { ApiKeyUsageChart } from './api-key-usage-chart.tsx'

interface Props extends ComponentProps<typeof ApiKeyDetails> {
  project: Project
  onClose: () => void
}

const milliseconds = (value: number) =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`

export function ApiKeyUsageDialog({ apiKey, project, environments, onClose }: Props) {
  const [range, setRange] = useState<UsageRange>('24h')
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...usageQuery(useApi(), project.id, apiKey.id, range),
    placeholderData: keepPreviousData,
  })
  const figures = data && [
    { label: 'Total requests', value: formatCount(data.total_requests) },
    { label: 'Success', value: formatCount(data.success_requests) },
    { label: 'Errors', value: formatCount(data.error_requests) },
    { label: 'Average response', value: milliseconds(data.average_response_time) },
    { label: 'Variables accessed', value: formatCount(data.total_variables_accessed) },
  ]
  return (
    <Dialog
      onClose={onClose}
      title="API Key Usage Statistics"
      description={<span className="break-words">{apiKey.key_name}</span>}
      size="lg"
    >
      <div className="grid min-w-0 gap-4">
        <ApiKeyDetails apiKey={apiKey} environments={environments} />
        <SegmentedControl
          label="Time range"
          className="justify-self-start"
          options={usageTimeRanges.map((range) => ({ value: range, label: range }))}
          value={range}
          onValueChange={setRange}
        />
        {error && !data && (
          <ErrorState
            title={errorText(error, apiKeyErrors.loadApiKeyUsage)}
            onRetry={() => refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <>
            <Skeleton className="h-56 sm:h-[86px]" />
            <Skeleton className="h-[268px]" />
            <Skeleton className="h-32" />
          </>
        )}
        {figures && (
          <dl
            className={cn(
              'grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line transition-opacity sm:grid-cols-5 [&>:last-child]:max-sm:col-span-2',
              isPlaceholderData && 'opacity-60',
            )}
          >
            {figures.map(({ label, value }) => (
              <div key={label} className="grid content-between gap-0.5 bg-surface px-3.5 py-3">
                <dt className="text-small text-ink-3">{label}</dt>
                <dd className="text-title font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {data && data.breakdown_by_status.length === 0 && (
          <p className="rounded-md border border-dashed border-line-strong px-4 py-8 text-center text-ink-2">
            This key was not used in this period.
          </p>
        )}
        {data && data.breakdown_by_status.length > 0 && (
          <ApiKeyUsageChart points={data.series} range={data.timeRange} />
        )}
        {data && data.breakdown_by_status.length > 0 && (
          <div className="rounded-md border bg-surface">
            <Table>
              <TableHead>
                <tr>
                  <TableHeadCell className="static rounded-tl-md">Status</TableHeadCell>
                  <TableHeadCell className="static text-right">Requests</TableHeadCell>
                  <TableHeadCell className="static text-right">Variables</TableHeadCell>
                  <TableHeadCell className="static rounded-tr-md text-right">Average time</TableHeadCell>
                </tr>
              </TableHead>
              <TableBody>
                {data.breakdown_by_status.map((row) => (
                  <TableRow key={row.status_code}>
                    <TableCell>
                      <StatusBadge status={row.status_code} />
                    </TableCell>
                    <TableCell className="text-right whitespace-nowrap max-sm:flex-1">
                      {formatCount(row.count)}
                      <span className="text-ink-3 sm:hidden"> requests</span>
                    </TableCell>
                    <TableCell className="text-right whitespace-nowrap max-sm:flex-1">
                      {formatCount(row.variables_count)}
                      <span className="text-ink-3 sm:hidden"> variables</span>
                    </TableCell>
                    <TableCell className="text-right whitespace-nowrap max-sm:flex-1">
                      {milliseconds(row.request_duration_ms)}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        )}
      </div>
    </Dialog>
  )
}
