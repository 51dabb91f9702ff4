import type { Environment } from '@envhold/contract/environments.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

interface Props {
  environments: readonly Environment[]
  /** Null for all of them. */
  value: readonly string[] | null
  onChange: (value: string[] | null) => void
}

export function EnvironmentAccess({ environments, value, onChange }: Props) {
  const chosen = value ?? []
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((each) => each !== id)
    onChange(next.length > 0 ? next : null)
  }
  return (
    <div className="grid gap-2">
      <Checkbox
        label="All environments"
        hint="Those that come later, too."
        checked={chosen.length === 0}
        onChange={() => onChange(null)}
      />
      {environments.length > 0 && (
        <div className="grid max-h-40 gap-x-6 gap-y-1.5 overflow-y-auto rounded-md border px-3 py-2.5 sm:grid-cols-2">
          {environments.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(String(id))}
              onChange={({ target }) => toggle(String(id), target.checked)}
              className="min-w-0 [&>label]:break-words"
            />
          ))}
        </div>
      )}
    </div>
  )
}
