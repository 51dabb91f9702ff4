import { type EnvironmentColor, environmentColor } from '@envhold/contract/environment-color.ts'
import { isProtectedByName } from '@envhold/contract/protection.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ColorChoice } from './color-choice.tsx'

/** What somebody chose; what is absent follows from the name of a new environment. */
export interface Marks {
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
}

interface Props {
  name: string
  value: Marks
  onValueChange: (value: Marks) => void
}

/** The colour of an environment, and whether it is protected. */
export const MarksFields = ({ name, value, onValueChange }: Props) => (
  <>
    <ColorChoice
      byName={environmentColor({ name })}
      value={value.color ?? null}
      onValueChange={(color) => onValueChange({ ...value, color })}
    />
    <Checkbox
      label="Protected"
      hint="Replacing, deleting and restoring in it ask once more, in the app and on the command line."
      checked={value.protected ?? isProtectedByName(name)}
      onChange={(event) => onValueChange({ ...value, protected: event.target.checked })}
    />
  </>
)
