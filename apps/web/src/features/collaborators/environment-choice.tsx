import type { Environment } from '@envhold/contract/environments.ts'
import { useId } from 'react'
import { CheckList } from '../../ui/check-list.tsx'

interface Props {
  environments: readonly Environment[]
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
}

/** The choice of shared environments, in the project's order. */
export function EnvironmentChoice({ environments, value, onChange, error }: Props) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">Environments</legend>
      <CheckList
        noun="environments"
        options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={value}
        onChange={onChange}
        offersAll
      />
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
