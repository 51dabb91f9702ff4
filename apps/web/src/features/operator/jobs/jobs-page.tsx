import { type JobSummary, jobKinds, jobNames, jobStates } from '@envhold/contract/operator/jobs.ts'
import { useState } from 'react'
import { z } from 'zod'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { type Column, DataTable, ResultsPager } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { JobControl, JobDrawer } from './job-drawer.tsx'
import { useJobs } from './job-queries.ts'
import { JobProgress, JobStateBadge, jobStateLabel } from './job-state.tsx'

const filterSchema = z.object({
  page: pageFilter,
  kind: z.enum(['all', ...jobKinds]).catch('all'),
  state: z.enum(['all', ...jobStates]).catch('all'),
})

const kindOptions = optionsOf('All Jobs', jobKinds, (kind) => jobNames[kind])
const stateOptions = optionsOf('All States', jobStates, jobStateLabel)

const columns: readonly Column<JobSummary>[] = [
  { head: 'Job', cell: ({ kind }) => <span className="font-medium">{jobNames[kind]}</span> },
  { head: 'State', cell: ({ state }) => <JobStateBadge state={state} /> },
  { head: 'Progress', cell: (job) => <JobProgress job={job} /> },
  {
    head: 'Reason',
    cell: ({ reason }) => <span className="line-clamp-1 break-all">{reason}</span>,
    className: 'max-md:hidden',
  },
  { head: 'Started by', cell: ({ started_by }) => started_by ?? 'A deleted account' },
  { head: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Actions', hidesHead: true, align: 'right', cell: (job) => <JobControl job={job} /> },
]

/** What operators started for many accounts at once. */
export function JobsPage() {
  const [{ page, kind, state }, setFilters, filter] = useFilters(filterSchema)
  const [opened, setOpened] = useState<number | null>(null)
  const query = useJobs({ page, ...chosen({ kind, state }) })
  const isFiltered = kind !== 'all' || state !== 'all'
  return (
    <OperatorPage
      title="Jobs"
      description="Cleanups, restores and verifications that operators started. A job is listed for 90 days after it ended."
      queries={[query]}
    >
      <FilterBar>
        <FilterSelect label="Job" options={kindOptions} {...filter('kind')} />
        <FilterSelect label="State" options={stateOptions} {...filter('state')} />
      </FilterBar>
      <QueryState
        query={query}
        call="listJobs"
        rows={({ jobs }) => jobs.length}
        failure="Failed to load jobs"
      >
        {({ jobs, pagination }) => (
          <>
            <DataTable
              label="Jobs"
              columns={columns}
              rows={jobs}
              rowKey={({ id }) => id}
              onOpen={({ id }) => setOpened(id)}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="No jobs found">
                  {isFiltered
                    ? 'Try adjusting your filter criteria.'
                    : 'Jobs are started from the system actions of the dashboard.'}
                </EmptyState>
              }
            />
            <ResultsPager
              label="Jobs"
              pagination={pagination}
              onPage={(page, options) => setFilters({ page }, options)}
            />
          </>
        )}
      </QueryState>
      {opened !== null && <JobDrawer id={opened} onClose={() => setOpened(null)} />}
    </OperatorPage>
  )
}
