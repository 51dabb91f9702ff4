import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useId } from 'react'
import { ChoiceCards } from '../../ui/forms/choices.tsx'
import { CheckList } from '../../ui/forms/searchable.tsx'
import { EnvironmentName } from '../projects/environment-name.tsx'

const options = [
  { value: 'read', title: 'Read', hint: 'Can see, copy and download values.' },
  { value: 'write', title: 'Write', hint: 'Can also add, change and delete variables.' },
] as const

interface RoleChoiceProps {
  value: CollaboratorRole
  onChange: (value: CollaboratorRole) => void
}

export const RoleChoice = ({ value, onChange }: RoleChoiceProps) => (
  <div>
    <p aria-hidden="true" className="mb-1.5 text-small font-medium">
      Role
    </p>
    <ChoiceCards label="Role" options={options} value={value} onValueChange={onChange} />
  </div>
)

interface EnvironmentChoiceProps {
  environments: readonly Environment[]
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
}

/** The choice of shared environments, in the project's order. */
export function EnvironmentChoice({ environments, value, onChange, error }: EnvironmentChoiceProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">Environments</legend>
      <CheckList
        noun="environments"
        options={environments.map((environment) => ({
          value: environment.id,
          label: environment.name,
          shown: <EnvironmentName wraps environment={environment} />,
        }))}
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
