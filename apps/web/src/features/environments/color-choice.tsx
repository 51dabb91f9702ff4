import { type EnvironmentColor, environmentColors } from '@envhold/contract/environment-color.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { EnvironmentDot } from '../projects/environment-dot.tsx'

interface Props {
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
export function ColorChoice({ byName, value, onValueChange }: Props) {
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
