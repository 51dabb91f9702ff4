import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

interface Props {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** The current input; it is part of the form, so that it is saved even without pressing Add. */
  typed: string
  onTyped: (typed: string) => void
  onAdd: () => void
  error: string | undefined
}

export function AllowedIps({ value, onChange, typed, onTyped, onAdd, error }: Props) {
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
                onClick={() => onChange(value.filter((each) => each !== address))}
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
