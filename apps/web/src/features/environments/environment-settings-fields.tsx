import { isProtectedByName } from '@envhold/contract/accounts/protection.ts'
import {
  type EnvironmentColor,
  environmentColor,
  environmentColors,
} from '@envhold/contract/environments/environments.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import { EnvironmentDot } from '../projects/environment-dot.tsx'

/** What somebody chose; what is absent follows from the name of a new environment. */
export interface EnvironmentSettings {
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
}

interface Props {
  name: string
  value: EnvironmentSettings
  onValueChange: (value: EnvironmentSettings) => void
}

/** The colour of an environment, and whether it is protected. */
export const EnvironmentSettingsFields = ({ name, value, onValueChange }: Props) => (
  <>
    <ColorChoice
      byName={environmentColor({ name })}
      value={value.color ?? null}
      onValueChange={(color) => onValueChange({ ...value, color })}
    />
    <Checkbox
      label="Protected"
      hint="Replacing, deleting or restoring its variables needs an extra confirmation, in the app and on the command line."
      checked={value.protected ?? isProtectedByName(name)}
      onChange={(event) => onValueChange({ ...value, protected: event.target.checked })}
    />
  </>
)

interface ColorChoiceProps {
  /** The colour that goes with the name. */
  byName: EnvironmentColor
  /** Null: that colour. */
  value: EnvironmentColor | null
  onValueChange: (value: EnvironmentColor | null) => void
}

const titles: Readonly<Record<EnvironmentColor, string>> = {
  sky: 'Sky',
  indigo: 'Indigo',
  violet: 'Violet',
  plum: 'Plum',
  brown: 'Brown',
  slate: 'Slate',
}
const choices = ['name', ...environmentColors] as const
type Choice = (typeof choices)[number]

/** One of the six colours, or the one of the name. */
function ColorChoice({ byName, value, onValueChange }: ColorChoiceProps) {
  const choose = (choice: Choice) => onValueChange(choice === 'name' ? null : choice)
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-small font-medium">
        Colour
      </span>
      <RadioGroup<Choice, { readonly value: Choice }>
        label="Colour"
        options={choices.map((choice) => ({ value: choice }))}
        value={value ?? 'name'}
        onValueChange={choose}
        className="flex flex-wrap gap-1.5"
        itemClassName="flex h-8 items-center gap-2 rounded-md border px-2.5 text-small transition-colors hover:border-line-strong data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft pointer-coarse:h-9"
      >
        {({ value: choice }) => (
          <>
            <EnvironmentDot environment={{ name: '', color: choice === 'name' ? byName : choice }} />
            {choice === 'name' ? 'By name' : titles[choice]}
          </>
        )}
      </RadioGroup>
    </div>
  )
}
