import type { Environment } from '@envhold/contract/environments.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  label: string
  environments: readonly Environment[]
  value: number
  onChange: (id: number) => void
}

export function EnvironmentSelect({ label, environments, value, onChange }: Props) {
  return (
    <Field label={label} className="min-w-0 max-sm:flex-1 sm:w-52">
      <Select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {environments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
