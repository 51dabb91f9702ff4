import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { exportUsers, listUsers, userSorts, usersPageSize } from '@envhold/contract/operator/users.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { z } from 'zod'
import { useRead } from '../../../connection/use-read.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { type AskedHit, useAskedHit } from '../../../ui/lists/open-only.ts'
import { CsvExport } from '../parts/csv-export.tsx'
import { ResultsPager } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { userPath } from '../paths.ts'
import { ActOnAll } from './act-on-all.tsx'
import { InviteUser } from './invite-user.tsx'
import { StatusTiles, statuses } from './status-tiles.tsx'
import { useUserActions } from './user-dialogs.tsx'
import type { ListedUser } from './user-queries.ts'
import { statusNames, UserTable } from './user-table.tsx'

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
      actions={
        <>
          <CsvExport call={exportUsers} what="users" query={chosen({ status, role, plan, search })} />
          {query.data && (
            <ActOnAll
              filter={chosen({ status, role, plan, search })}
              total={query.data.pagination.total}
              plans={query.data.plans}
            />
          )}
          <InviteUser />
        </>
      }
    >
      <QueryState
        query={query}
        call="listUsers"
        rows={({ users }) => users.length}
        failure="Failed to load users"
      >
        {(data) => (
          <>
            <StatusTiles
              counts={data.counts}
              status={status}
              onChoose={(next) => setFilters({ status: next })}
            />
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
              onPage={(page, options) => setFilters({ page }, options)}
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
