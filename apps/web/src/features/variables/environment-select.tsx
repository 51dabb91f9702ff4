import type { Environment } from '@envhold/contract/environments.ts'
import { Select } from '../../ui/select.tsx'

interface Props {
  label: string
  environments: readonly Environment[]
  value: number
  onChange: (id: number) => void
}

export function EnvironmentSelect({ label, environments, value, onChange }: Props) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="min-w-0 max-sm:w-auto max-sm:flex-1 max-sm:basis-28 sm:w-44 lg:w-52"
    >
      {environments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
