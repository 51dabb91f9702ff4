import type { Environment } from '@envhold/contract/environments/environments.ts'
import { CheckChip } from '../../ui/forms/choices.tsx'
import { Searchable } from '../../ui/forms/searchable.tsx'
import { EnvironmentName } from '../projects/environment-name.tsx'

interface Props {
  environments: readonly Environment[]
  /** IDs as text; null for all. */
  value: readonly string[] | null
  onChange: (value: string[] | null) => void
  error: string | undefined
}

/** Which environments a key reads. */
export function EnvironmentChips({ environments, value, onChange, error }: Props) {
  const chosen = value ?? []
  const put = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">Environments</legend>
      <Searchable
        noun="environments"
        options={environments.map((environment) => ({ environment, label: environment.name }))}
        note={`${value === null ? 'All' : chosen.length} of ${environments.length} chosen`}
      >
        {(matches) => (
          <div className="-m-1 flex max-h-30 flex-wrap gap-x-1.5 gap-y-1 overflow-y-auto p-1">
            {matches.map(({ environment }) => (
              <CheckChip
                key={environment.id}
                checked={chosen.includes(String(environment.id))}
                onChange={({ target }) => put(String(environment.id), target.checked)}
                title={environment.name}
                className="max-w-48"
              >
                <EnvironmentName environment={environment} />
              </CheckChip>
            ))}
            <CheckChip
              checked={value === null}
              onChange={({ target }) => onChange(target.checked ? null : proposedAccess(environments))}
              className="border-dashed"
            >
              All, later ones too
            </CheckChip>
          </div>
        )}
      </Searchable>
      {error && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** One environment, and none that is protected: a user who needs that one chooses it. */
export const proposedAccess = (environments: readonly Environment[]): string[] => {
  const first = environments.find((environment) => !environment.protected)
  return first ? [String(first.id)] : []
}
