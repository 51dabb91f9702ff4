import type { Environment } from '@envhold/contract/environments.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

interface Props {
  environments: readonly Environment[]
  /** Null for all of them. */
  value: readonly string[] | null
  onChange: (value: string[] | null) => void
}

export function EnvironmentAccess({ environments, value, onChange }: Props) {
  const chosen = value ?? []
  return (
    <div className="grid gap-2">
      <Checkbox
        label="All environments"
        hint="Includes environments created later."
        checked={chosen.length === 0}
        onChange={() => onChange(null)}
      />
      {environments.length > 0 && (
        <CheckList
          noun="environments"
          options={environments.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={chosen}
          onChange={(next) => onChange(next.length > 0 ? next : null)}
        />
      )}
    </div>
  )
}
