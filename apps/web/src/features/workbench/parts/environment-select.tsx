import type { Environment } from '@envhold/contract/environments/environments.ts'
import { lazy, Suspense } from 'react'
import { Select } from '../../../ui/forms/select.tsx'

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui/forms/search-select.tsx')).SearchSelect,
}))

/** Above this, a searchable list replaces the native select. */
const maxListed = 12

const place = 'min-w-0 max-sm:w-auto max-sm:flex-1 max-sm:basis-28 sm:w-44 lg:w-52'

const labelOf = ({ name, protected: isProtected }: Environment) =>
  isProtected ? `${name} (protected)` : name

interface Props {
  label: string
  environments: readonly Environment[]
  value: number
  onChange: (id: number) => void
}

export function EnvironmentSelect({ label, environments, value, onChange }: Props) {
  const list = (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={place}
    >
      {environments.map((environment) => (
        <option key={environment.id} value={environment.id}>
          {labelOf(environment)}
        </option>
      ))}
    </Select>
  )
  if (environments.length <= maxListed) return list
  return (
    <Suspense fallback={list}>
      <SearchSelect
        label={label}
        noun="environments"
        options={environments.map((each) => ({ value: String(each.id), label: labelOf(each) }))}
        value={String(value)}
        onChange={(id) => onChange(Number(id))}
        className={place}
      />
    </Suspense>
  )
}
