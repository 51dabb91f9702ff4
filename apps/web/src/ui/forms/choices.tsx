import { Check } from 'lucide-react'
import { RadioGroup as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'

interface Props<T extends string, Option extends { readonly value: T }> {
  label: string
  options: readonly Option[]
  value: T
  onValueChange: (value: T) => void
  className: string
  itemClassName: string
  children: (option: Option) => ReactNode
}

/** A group of choices with a single selection; arrow keys move and select. */
export function RadioGroup<T extends string, Option extends { readonly value: T }>(props: Props<T, Option>) {
  const { label, options, value, onValueChange, className, itemClassName, children } = props
  const choose = (chosen: string) => {
    const option = options.find((option) => option.value === chosen)
    if (option) onValueChange(option.value)
  }
  return (
    <Radix.Root aria-label={label} value={value} onValueChange={choose} className={cn('relative', className)}>
      {options.map((option) => (
        <Radix.Item key={option.value} value={option.value} className={itemClassName}>
          {children(option)}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}

interface LabelledChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

const chipStyles =
  'rounded-full border border-line-strong bg-surface px-2.5 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink'

/** A single choice from a few options that may wrap. */
export const Chips = <T extends string>({ className, ...props }: LabelledChoiceProps<T>) => (
  <RadioGroup
    {...props}
    className={cn('flex flex-wrap gap-1.5', className)}
    itemClassName={cn(
      chipStyles,
      'data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent',
    )}
  >
    {({ label }) => label}
  </RadioGroup>
)

/** A check box that looks like a chip, for several of a few options. */
export function CheckChip({ className, children, ...rest }: ComponentProps<'input'>) {
  return (
    <label
      className={cn(
        chipStyles,
        'relative inline-flex max-w-full items-center gap-1.5 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input
        type="checkbox"
        className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        {...rest}
      />
      <Check aria-hidden="true" className="-ml-0.5 hidden size-3.5 shrink-0 peer-checked:block" />
      {children}
    </label>
  )
}

/** A single choice from a few options in one line. */
export const SegmentedControl = <T extends string>({ className, ...props }: LabelledChoiceProps<T>) => (
  <RadioGroup
    {...props}
    className={cn('inline-flex max-w-full flex-wrap gap-0.5 rounded-md border bg-sunken p-0.5', className)}
    itemClassName="rounded-sm px-2.5 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:outline-offset-0 data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-low"
  >
    {({ label }) => label}
  </RadioGroup>
)

interface ChoiceCardsProps<T extends string> {
  label: string
  options: readonly { value: T; title: ReactNode; hint?: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** A few choices that need a line or two each. */
export const ChoiceCards = <T extends string>({ className, ...props }: ChoiceCardsProps<T>) => (
  <RadioGroup
    {...props}
    className={cn('grid gap-2 sm:grid-cols-2', className)}
    itemClassName="group/choice flex gap-2.5 rounded-md border px-3 py-2.5 text-left transition-colors hover:border-line-strong focus-visible:outline-offset-0 data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
  >
    {({ title, hint }) => (
      <>
        <span
          aria-hidden="true"
          className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border border-control-line bg-surface group-data-[state=checked]/choice:border-accent"
        >
          <Radix.Indicator className="size-2 rounded-full bg-accent" />
        </span>
        <span className="grid min-w-0 content-start">
          <span className="font-medium">{title}</span>
          {hint && <span className="text-small text-ink-2">{hint}</span>}
        </span>
      </>
    )}
  </RadioGroup>
)
