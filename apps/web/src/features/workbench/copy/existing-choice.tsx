import type { OnExisting } from '@envhold/formats/copy-plan.ts'
import { ChoiceCards } from '../../../ui/forms/choices.tsx'

const existingChoices = [
  { value: 'skip', title: 'Leave it', hint: 'Only what is new is written.' },
  { value: 'replace', title: 'Replace it', hint: 'The history keeps the other value.' },
] as const

interface Props {
  value: OnExisting
  onValueChange: (value: OnExisting) => void
}

const label = 'Where a key has another value'

/** What happens to values that a copy would replace. */
export const ExistingChoice = (props: Props) => (
  <div className="grid gap-1.5">
    <p aria-hidden="true" className="text-small font-medium">
      {label}
    </p>
    <ChoiceCards label={label} options={existingChoices} {...props} />
  </div>
)
