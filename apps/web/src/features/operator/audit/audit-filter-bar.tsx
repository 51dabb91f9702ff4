import { eventCategories, eventLabel, eventTypes } from '@envhold/contract/activity/event-types.ts'
import { severities, statusGroups } from '@envhold/contract/operator/audit.ts'
import { withoutTokenSecrets } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Label } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { FilterBar, FilterSelect } from '../parts/filters.tsx'
import {
  type AuditFilters,
  type ChangeFilters,
  cleared,
  isFiltered,
  localMinute,
  timeOf,
} from './audit-filters.ts'

interface Props {
  readonly filters: AuditFilters
  readonly onChange: ChangeFilters
}

const optionsOf = <T extends string>(all: string, values: readonly T[]) => [
  { value: 'all' as const, label: all },
  ...values.map((value) => ({ value, label: eventLabel(value) })),
]
const categoryOptions = optionsOf('All Categories', eventCategories)
const severityOptions = optionsOf('All Severities', severities)
const typeOptions = optionsOf('All Events', Object.keys(eventTypes).toSorted())
const statusOptions = optionsOf('All Status', statusGroups)

export function AuditFilterBar({ filters, onChange }: Props) {
  const search = (name: 'user' | 'project' | 'key' | 'ip', label: string) => (
    <DelayedSearchField
      label={label}
      quiet={name !== 'project'}
      value={filters[name]}
      clean={withoutTokenSecrets}
      onChange={(value) => onChange({ [name]: value })}
      className="w-full sm:w-52"
    />
  )
  return (
    <FilterBar>
      {filters.log === 'activity' && search('user', 'User, e-mail or id')}
      {search('project', 'Project or id')}
      {filters.log === 'usage' && search('key', 'API key or id')}
      {search('ip', 'IP address')}
      {filters.log === 'activity' ? (
        <>
          <FilterSelect
            label="Category"
            value={filters.category}
            options={categoryOptions}
            onChange={(category) => onChange({ category })}
          />
          <FilterSelect
            label="Event"
            value={filters.type}
            options={typeOptions}
            onChange={(type) => onChange({ type })}
          />
          <FilterSelect
            label="Severity"
            value={filters.severity}
            options={severityOptions}
            onChange={(severity) => onChange({ severity })}
          />
        </>
      ) : (
        <FilterSelect
          label="Status"
          value={filters.status}
          options={statusOptions}
          onChange={(status) => onChange({ status })}
        />
      )}
      <Moment label="From" value={filters.from} onChange={(from) => onChange({ from })} />
      <Moment label="To" value={filters.to} onChange={(to) => onChange({ to })} />
      {isFiltered(filters) && (
        <Button variant="ghost" size="sm" onClick={() => onChange(cleared(filters))}>
          Clear Filters
        </Button>
      )}
    </FilterBar>
  )
}

interface MomentProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Moment({ label, value, onChange }: MomentProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <Label htmlFor={id} className="font-normal text-ink-2 max-sm:w-10">
        {label}
      </Label>
      <Input
        id={id}
        type="datetime-local"
        value={localMinute(value)}
        onChange={(event) => onChange(timeOf(event.target.value))}
        className="w-auto max-sm:flex-1"
      />
    </div>
  )
}
