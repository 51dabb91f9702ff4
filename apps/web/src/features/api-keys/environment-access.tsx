import type { Environment } from '@envhold/contract/environments/environments.ts'
import { CheckList } from '../../ui/forms/check-list.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'

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
          options={environments.map((each) => ({ value: String(each.id), label: labelOf(each) }))}
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
  const first = environments.find((each) => !each.protected)
  return first ? [String(first.id)] : []
}
