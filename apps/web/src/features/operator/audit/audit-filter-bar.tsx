import { eventCategories, eventLabel, eventTypes } from '@envhold/contract/activity/event-types.ts'
import { severities, statusGroups } from '@envhold/contract/operator/audit.ts'
import { withoutTokenSecrets } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Label } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { FilterBar, FilterSelect, type FiltersOf, optionsOf } from '../parts/filters.tsx'
import { cleared, type filterSchema, isFiltered, localMinute, timeOf } from './audit-filters.ts'

interface Props {
  readonly filters: FiltersOf<typeof filterSchema>
  readonly onEnter: (typed: string) => void
}

const categoryOptions = optionsOf('All Categories', eventCategories, eventLabel)
const severityOptions = optionsOf('All Severities', severities, eventLabel)
const typeOptions = optionsOf('All Events', Object.keys(eventTypes).toSorted(), eventLabel)
const statusOptions = optionsOf('All Status', statusGroups, eventLabel)

export function AuditFilterBar({ filters: [filters, onChange, filter], onEnter }: Props) {
  const search = (name: 'user' | 'account' | 'project' | 'key' | 'ip', label: string) => (
    <DelayedSearchField
      label={label}
      quiet={name !== 'project'}
      value={filters[name]}
      clean={withoutTokenSecrets}
      onChange={(value) => onChange({ [name]: value })}
      onEnter={onEnter}
      className="w-full sm:w-56"
    />
  )
  return (
    <FilterBar>
      {filters.log === 'activity' && search('user', 'User, e-mail or id')}
      {filters.log === 'activity' && search('account', 'Affected account or id')}
      {search('project', 'Project or id')}
      {filters.log === 'usage' && search('key', 'API key or id')}
      {search('ip', 'IP address')}
      {filters.log === 'activity' ? (
        <>
          <FilterSelect label="Category" options={categoryOptions} {...filter('category')} />
          <FilterSelect label="Event" options={typeOptions} {...filter('type')} />
          <FilterSelect label="Severity" options={severityOptions} {...filter('severity')} />
        </>
      ) : (
        <FilterSelect label="Status" options={statusOptions} {...filter('status')} />
      )}
      <Moment label="From" {...filter('from')} />
      <Moment label="To" {...filter('to')} />
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
