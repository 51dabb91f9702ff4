import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listUsers, userSorts, usersPageSize } from '@envhold/contract/operator/users.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { z } from 'zod'
import { useRead } from '../../../connection/use-read.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { type AskedHit, useAskedHit } from '../../../ui/lists/open-only.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { ResultsPager } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { userPath } from '../paths.ts'
import { useUserActions } from './user-dialogs.tsx'
import { UserExport } from './user-export.tsx'
import type { ListedUser } from './user-queries.ts'
import { statusNames, UserTable } from './user-table.tsx'

const statuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'PENDING'] as const
const filterSchema = z.object({
  page: pageFilter,
  status: z.enum(['all', ...statuses]).catch('all'),
  role: z.string().max(100).catch('all'),
  plan: z.string().max(100).catch('all'),
  search: z.string().max(100).catch(''),
  sort: z.enum(userSorts).catch('newest'),
})

const statusOptions = optionsOf('All Status', statuses, (status) => statusNames[status])
const sortOptions = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'name', label: 'Name A-Z' },
  { value: 'storage', label: 'Largest Storage' },
] as const

export function UsersPage() {
  const [{ page, status, role, plan, search, sort }, setFilters, filter] = useFilters(filterSchema)
  const hit = useAskedHit(search)
  const params = { page, limit: usersPageSize, sort, ...chosen({ status, role, plan, search }) }
  const query = useRead(listUsers, { query: params }, { placeholderData: keepPreviousData })
  return (
    <OperatorPage
      title="User Management"
      queries={[query]}
      actions={<UserExport query={chosen({ status, role, plan, search })} />}
    >
      <QueryState
        query={query}
        call="listUsers"
        rows={({ users }) => users.length}
        failure="Failed to load users"
      >
        {(data) => (
          <>
            <Counts counts={data.counts} status={status} onChoose={(next) => setFilters({ status: next })} />
            <FilterBar>
              <DelayedSearchField
                label="Search users..."
                className="w-full sm:w-72"
                onEnter={hit.onEnter}
                {...filter('search')}
              />
              <FilterSelect label="Status" options={statusOptions} {...filter('status')} />
              <FilterSelect label="Role" options={namesOf('All Roles', data.roles)} {...filter('role')} />
              <FilterSelect label="Plan" options={namesOf('All Plans', data.plans)} {...filter('plan')} />
              <FilterSelect label="Sort" options={sortOptions} {...filter('sort')} />
            </FilterBar>
            <UserList
              users={data.users}
              hit={hit}
              isStale={query.isPlaceholderData}
              isFiltered={search !== '' || [status, role, plan].some((one) => one !== 'all')}
            />
            <ResultsPager
              label="Users"
              pagination={data.pagination}
              onPage={(next) => setFilters({ page: next })}
            />
          </>
        )}
      </QueryState>
    </OperatorPage>
  )
}

const namesOf = (all: string, named: OutputOf<typeof listUsers>['roles']) => [
  { value: 'all', label: all },
  ...named.map(({ name, display_name }) => ({ value: name, label: display_name })),
]

type Status = 'all' | (typeof statuses)[number]

interface CountsProps extends Pick<OutputOf<typeof listUsers>, 'counts'> {
  readonly status: Status
  readonly onChoose: (status: Status) => void
}

/** How many users there are in each status, whatever the filter. A tile shows these alone. */
function Counts({ counts, status, onChoose }: CountsProps) {
  const total = statuses.reduce((sum, status) => sum + counts[status], 0)
  const tiles = [
    { value: 'all', label: 'All Users', count: total },
    ...statuses.map((value) => ({ value, label: statusNames[value], count: counts[value] })),
  ] as const
  return (
    // A line between two figures is the ground of the grid.
    <fieldset
      aria-label="Number of users"
      className="mb-4 grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-5"
    >
      {tiles.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === status}
          onClick={() => onChoose(value)}
          className="-outline-offset-2 flex flex-col bg-surface px-4 py-3 text-left transition-colors hover:bg-hover max-sm:first:col-span-2 aria-pressed:bg-hover"
        >
          <span className="text-title font-semibold tabular-nums">{formatCount(count)}</span>
          <span className="text-small text-ink-2">{label}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface ListProps {
  readonly users: readonly ListedUser[]
  readonly hit: AskedHit
  readonly isStale: boolean
  readonly isFiltered: boolean
}

function UserList({ users, isFiltered, ...list }: ListProps) {
  const navigate = useNavigate()
  const { act, dialog } = useUserActions()
  return (
    <>
      {users.length === 0 ? (
        <EmptyState icon={Users} title="No users found">
          {isFiltered ? 'Try adjusting your search or filter criteria.' : 'No users in the system yet.'}
        </EmptyState>
      ) : (
        <UserTable
          {...list}
          users={users}
          onOpen={({ id }) => void navigate({ to: userPath(id) })}
          onAction={(kind, user) => void act(kind, user)}
        />
      )}
      {dialog}
    </>
  )
}
