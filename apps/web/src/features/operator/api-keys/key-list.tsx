import { usageTimeRanges } from '@envhold/contract/api-keys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { keyStatuses, type ListedApiKey, type listEveryApiKey } from '@envhold/contract/operator/api-keys.ts'
import { withoutTokenSecrets } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { useAskedHit } from '../../../ui/lists/open-only.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { type Column, DataTable, ResultsPager, TwoLines } from '../parts/data-table.tsx'
import { FilterBar, FilterSelect, type FiltersOf, optionsOf, pageFilter } from '../parts/filters.tsx'
import { UserLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { limitText } from './every-api-key-queries.ts'
import { KeyStatusBadge } from './key-drawer.tsx'

interface Props {
  readonly query: UseQueryResult<OutputOf<typeof listEveryApiKey>>
  readonly filters: FiltersOf<typeof filterSchema>
  readonly onOpen: (apiKey: ListedApiKey) => void
  readonly onDeactivate: (apiKey: ListedApiKey) => void
}

const statusLabels = { active: 'Active', inactive: 'Inactive', expired: 'Expired' } as const
const statusOptions = optionsOf('All Status', keyStatuses, (status) => statusLabels[status])

export function KeyList({ query, filters: [filters, setFilters, filter], onOpen, onDeactivate }: Props) {
  const mayDeactivate = useMayCall('deactivateApiKey')
  const hit = useAskedHit(filters.search)
  const total = query.data?.pagination.total
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold">API Keys{total !== undefined && ` (${formatCount(total)})`}</h2>
      <FilterBar>
        <DelayedSearchField
          label="Search keys, projects, owners..."
          value={filters.search}
          clean={withoutTokenSecrets}
          onChange={(search) => setFilters({ search: search.slice(0, 200) })}
          onEnter={hit.onEnter}
          className="w-full sm:w-72"
        />
        <FilterSelect label="Status" options={statusOptions} {...filter('status')} />
        <FilterSelect label="Sort" options={sortOptions} {...filter('sort')} />
      </FilterBar>
      <QueryState
        query={query}
        call="listEveryApiKey"
        rows={({ api_keys }) => api_keys.length}
        failure="Failed to load API keys"
        message="Failed to fetch API keys"
      >
        {({ api_keys, pagination }) => (
          <>
            <DataTable
              label="API keys"
              columns={columnsWith({ onOpen, ...(mayDeactivate && { onDeactivate }) })}
              rows={api_keys}
              rowKey={({ id }) => id}
              onOpen={onOpen}
              hit={hit}
              isStale={query.isPlaceholderData}
              empty={<EmptyState icon={KeyRound} title="No API keys found" />}
            />
            <ResultsPager
              label="API keys"
              pagination={pagination}
              onPage={(page, options) => setFilters({ page }, options)}
            />
          </>
        )}
      </QueryState>
    </section>
  )
}

interface Acts {
  readonly onOpen: (apiKey: ListedApiKey) => void
  readonly onDeactivate?: (apiKey: ListedApiKey) => void
}

const columnsWith = ({ onOpen, onDeactivate }: Acts): readonly Column<ListedApiKey>[] => [
  {
    head: 'API Key',
    cell: ({ key_name, permissions, allowed_ips }) => (
      <TwoLines
        first={<span className="font-medium">{key_name}</span>}
        second={
          <>
            {formatCount(permissions.length, 'permission')}{' '}
            {allowed_ips.length > 0 && <Badge>IP Restricted</Badge>}
          </>
        }
      />
    ),
  },
  {
    head: 'Project',
    cell: ({ projects }) => (
      <TwoLines
        first={projects.name}
        second={<UserLink id={projects.users.id}>{projects.users.username}</UserLink>}
      />
    ),
  },
  {
    head: 'Rate Limit',
    cell: ({ rate_limit_per_hour }) => limitText(rate_limit_per_hour),
    className: 'max-lg:hidden',
  },
  {
    head: 'Status',
    cell: (apiKey) => (
      <TwoLines
        first={<KeyStatusBadge apiKey={apiKey} />}
        second={
          apiKey.expires_at && (
            <>
              Expires <Time at={apiKey.expires_at} date />
            </>
          )
        }
      />
    ),
  },
  {
    head: 'Created',
    cell: ({ created_at, creator }) => (
      <TwoLines first={<Time at={created_at} date />} second={creator.username} />
    ),
    className: 'max-lg:hidden',
  },
  {
    head: 'Actions',
    hidesHead: true,
    align: 'right',
    cell: (apiKey) => (
      <span className="inline-flex gap-1">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onOpen(apiKey)}
          aria-label={`View ${apiKey.key_name}`}
        >
          View
        </Button>
        {onDeactivate && apiKey.is_active && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onDeactivate(apiKey)}
            aria-label={`Deactivate ${apiKey.key_name}`}
          >
            Deactivate
          </Button>
        )}
      </span>
    ),
  },
]

const sortNames = ['newest', 'oldest', 'name', 'name-desc', 'updated'] as const
type SortName = (typeof sortNames)[number]

export const filterSchema = z.object({
  page: pageFilter,
  range: z.enum(usageTimeRanges).catch('30d'),
  status: z.enum(['all', ...keyStatuses]).catch('all'),
  sort: z.enum(sortNames).catch('newest'),
  search: z.string().max(200).catch(''),
})

export const keySorts = {
  newest: { sortBy: 'created_at', sortOrder: 'desc' },
  oldest: { sortBy: 'created_at', sortOrder: 'asc' },
  name: { sortBy: 'key_name', sortOrder: 'asc' },
  'name-desc': { sortBy: 'key_name', sortOrder: 'desc' },
  updated: { sortBy: 'updated_at', sortOrder: 'desc' },
} as const satisfies Record<SortName, object>

const sortOptions = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'name', label: 'Name A-Z' },
  { value: 'name-desc', label: 'Name Z-A' },
  { value: 'updated', label: 'Recently Updated' },
] as const satisfies readonly { value: SortName; label: string }[]
