import type { Environment } from '@envhold/contract/environments.ts'
import { useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'

interface Props {
  environments: readonly Environment[]
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
}

/** The environments somebody shares, in their own order. */
export function EnvironmentChoice({ environments, value, onChange, error }: Props) {
  const errorId = useId()
  const all = environments.map(({ id }) => id)
  const chosen = all.filter((id) => value.includes(id))
  const toggle = (id: number, on: boolean) =>
    onChange(all.filter((each) => (each === id ? on : chosen.includes(each))))
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-small font-medium">Environments</legend>
      <div className="grid rounded-md border">
        {all.length > 1 && (
          <Checkbox
            label="Select all"
            checked={chosen.length === all.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < all.length
            }}
            onChange={({ target }) => onChange(target.checked ? all : [])}
            className="border-b px-3 py-2 text-ink-2"
          />
        )}
        <div className="grid max-h-40 gap-x-6 gap-y-1.5 overflow-y-auto px-3 py-2.5 sm:grid-cols-2">
          {environments.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
              className="min-w-0 [&>label]:break-words"
            />
          ))}
        </div>
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
