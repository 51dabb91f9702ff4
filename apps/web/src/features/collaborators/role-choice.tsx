import type { CollaboratorRole } from '@envhold/contract/collaborators.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'

const options = [
  { value: 'read', title: 'Read', hint: 'Can see, copy and download values.' },
  { value: 'write', title: 'Write', hint: 'Can also add, change and delete variables.' },
] as const

interface Props {
  value: CollaboratorRole
  onChange: (value: CollaboratorRole) => void
}

export function RoleChoice({ value, onChange }: Props) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-small font-medium">
        Role
      </p>
      <ChoiceCards label="Role" options={options} value={value} onValueChange={onChange} />
    </div>
  )
}
