import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useId } from 'react'
import { EnvironmentName } from '../../projects/environment-name.tsx'

export interface EnvironmentBox {
  readonly environment: Environment
  readonly isChosen: boolean
  /** Why it cannot be chosen, or left out. */
  readonly reason?: string | undefined
}

interface Props {
  label: string
  boxes: readonly EnvironmentBox[]
  onChange: (id: number, isChosen: boolean) => void
}

/** The environments that a form writes to. */
export function EnvironmentBoxes({ label, boxes, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div className="grid max-h-44 gap-x-6 gap-y-1.5 overflow-y-auto rounded-md border px-3 py-2.5 sm:grid-cols-2">
        {boxes.map(({ environment, isChosen, reason }) => (
          <label
            key={environment.id}
            htmlFor={`${id}-${environment.id}`}
            className="flex min-h-6 min-w-0 items-center gap-2.5"
          >
            <input
              id={`${id}-${environment.id}`}
              type="checkbox"
              checked={isChosen}
              disabled={reason !== undefined}
              onChange={({ target }) => onChange(environment.id, target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            <EnvironmentName environment={environment} />
            {reason && <span className="ml-auto shrink-0 text-small text-ink-3">{reason}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
