import type { Environment } from '@envhold/contract/environments.ts'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'

interface Props {
  /** The environments whose names can be copied. */
  environments: readonly Environment[]
  /** The id of one of them; null for none. */
  value: number | null
  onValueChange: (id: number | null) => void
}

/** What a new environment starts with. */
export function StartingNames({ environments, value, onValueChange }: Props) {
  const filled = environments.filter((environment) => environment.variable_count > 0)
  if (filled.length === 0) return null
  return (
    <Field label="Starts" hint="With the same names, each value is empty until you set it.">
      <Select
        value={value ?? ''}
        onChange={({ target }) => onValueChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Empty</option>
        {filled.map(({ id, name, variable_count: count }) => (
          <option key={id} value={id}>
            {`With the ${count === 1 ? 'name' : `${formatCount(count)} names`} of ${name}, values empty`}
          </option>
        ))}
      </Select>
    </Field>
  )
}
