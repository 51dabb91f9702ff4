import type { Environment } from '@envhold/contract/environments/environments.ts'
import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { CheckList } from '../../ui/forms/searchable.tsx'

interface Props {
  environments: readonly Environment[]
  /** Null for all of them. */
  value: readonly string[] | null
  onChange: (value: string[] | null) => void
  error: string | undefined
}

const choices = [
  { value: 'some', title: 'Only these', hint: 'Environments created later are left out.' },
  { value: 'all', title: 'All environments', hint: 'Includes environments created later.' },
] as const

const labelOf = ({ name, protected: isProtected }: Environment) =>
  isProtected ? `${name} (protected)` : name

export function EnvironmentAccess({ environments, value, onChange, error }: Props) {
  return (
    <div className="grid gap-2">
      <ChoiceCards
        label="Environments"
        options={choices}
        value={value === null ? 'all' : 'some'}
        onValueChange={(choice) => onChange(choice === 'all' ? null : proposedAccess(environments))}
      />
      {value !== null && environments.length > 0 && (
        <CheckList
          noun="environments"
          options={environments.map((environment) => ({
            value: String(environment.id),
            label: labelOf(environment),
          }))}
          chosen={value}
          onChange={onChange}
        />
      )}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** One environment, and none that is protected: whoever needs that one chooses it. */
export const proposedAccess = (environments: readonly Environment[]): string[] => {
  const first = environments.find((environment) => !environment.protected)
  return first ? [String(first.id)] : []
}

interface AllowedIpsProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** The current input; it is part of the form, so that it is saved even without pressing Add. */
  typed: string
  onTyped: (typed: string) => void
  onAdd: () => void
  error: string | undefined
}

export function AllowedIps({ value, onChange, typed, onTyped, onAdd, error }: AllowedIpsProps) {
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <Field
          label="Allowed IPs"
          optional
          className="flex-1"
          error={error}
          hint="IP addresses or CIDR ranges that may use it. If empty, it works from any address."
        >
          <Input
            value={typed}
            placeholder="203.0.113.7 or 10.0.0.0/8"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => onTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onAdd()
            }}
          />
        </Field>
        <Button variant="secondary" onClick={onAdd} className="mt-[26px]">
          Add
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Allowed IPs">
          {value.map((address) => (
            <li
              key={address}
              className="inline-flex h-7 items-center gap-1 rounded-sm bg-hover pl-2 font-mono text-small"
            >
              {address}
              <button
                type="button"
                aria-label={`Remove ${address}`}
                onClick={() => onChange(value.filter((allowed) => allowed !== address))}
                className="grid size-7 place-items-center rounded-sm text-ink-3 hover:text-ink"
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
