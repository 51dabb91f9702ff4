import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listUsers, userSorts, usersPageSize } from '@envhold/contract/operator/users.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
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
import {
  ExtendDialog,
  ForceDeleteDialog,
  RoleDialog,
  SuspendDialog,
  useOperatorAction,
} from './user-dialogs.tsx'
import { UserDrawer } from './user-drawer.tsx'
import type { ActionKind, ListedUser } from './user-queries.ts'
import { statusNames, UserTable } from './user-table.tsx'

const statuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'PENDING'] as const
const filterSchema = z.object({
  page: pageFilter,
  status: z.enum(['all', ...statuses]).catch('all'),
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
  const [{ page, status, search, sort }, setFilters, filter] = useFilters(filterSchema)
  const hit = useAskedHit(search)
  const params = { page, limit: usersPageSize, sort, ...chosen({ status, search }) }
  const query = useRead(listUsers, { query: params }, { placeholderData: keepPreviousData })
  return (
    <OperatorPage title="User Management" queries={[query]}>
      <QueryState
        query={query}
        call="listUsers"
        rows={({ users }) => users.length}
        failure="Failed to load users"
      >
        {(data) => (
          <>
            <Counts counts={data.counts} />
            <FilterBar>
              <DelayedSearchField
                label="Search users..."
                className="w-full sm:w-72"
                onEnter={hit.onEnter}
                {...filter('search')}
              />
              <FilterSelect label="Status" options={statusOptions} {...filter('status')} />
              <FilterSelect label="Sort" options={sortOptions} {...filter('sort')} />
            </FilterBar>
            <UserList
              users={data.users}
              hit={hit}
              isStale={query.isPlaceholderData}
              isFiltered={search !== '' || status !== 'all'}
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

/** How many users there are in each status, whatever the filter. */
function Counts({ counts }: Pick<OutputOf<typeof listUsers>, 'counts'>) {
  const total = statuses.reduce((sum, status) => sum + counts[status], 0)
  const tiles = [['All Users', total], ...statuses.map((status) => [statusNames[status], counts[status]])]
  return (
    // A line between two figures is the ground of the grid.
    <dl className="mb-4 grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-5">
      {tiles.map(([label, count]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end bg-surface px-4 py-3 max-sm:first:col-span-2"
        >
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="text-title font-semibold tabular-nums">
            {typeof count === 'number' ? formatCount(count) : count}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ListProps {
  readonly users: readonly ListedUser[]
  readonly hit: AskedHit
  readonly isStale: boolean
  readonly isFiltered: boolean
}

const dialogs = { suspend: SuspendDialog, delete: ForceDeleteDialog, extend: ExtendDialog, role: RoleDialog }
const isAsked = (kind: ActionKind): kind is keyof typeof dialogs => kind in dialogs

function UserList({ users, hit, isStale, isFiltered }: ListProps) {
  const [opened, setOpened] = useState<ListedUser | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<{ kind: keyof typeof dialogs; user: ListedUser } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const act = useOperatorAction((kind, user) => {
    if (!isAsked(kind)) return
    // What a deletion leaves has nothing to show.
    if (kind === 'delete') setOpen(false)
    setDialog({ kind, user })
    setAsking(true)
  })
  const Asking = dialog && dialogs[dialog.kind]
  return (
    <>
      {users.length === 0 ? (
        <EmptyState icon={Users} title="No users found">
          {isFiltered ? 'Try adjusting your search or filter criteria.' : 'No users in the system yet.'}
        </EmptyState>
      ) : (
        <UserTable
          users={users}
          hit={hit}
          isStale={isStale}
          onOpen={(user) => {
            setOpened(user)
            setOpen(true)
          }}
          onAction={(kind, user) => void act(kind, user)}
        />
      )}
      {opened && (
        <UserDrawer
          user={opened}
          open={isOpen}
          onClose={() => setOpen(false)}
          onAction={(kind, user) => void act(kind, user)}
        />
      )}
      {dialog && Asking && (
        <Asking key={dialog.user.id} user={dialog.user} open={isAsking} onOpenChange={setAsking} />
      )}
    </>
  )
}
