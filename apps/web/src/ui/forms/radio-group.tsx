import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
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
    const option = options.find((each) => each.value === chosen)
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

interface ChipsProps<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** A single choice from a few options that may wrap. */
export function Chips<T extends string>({ className, ...props }: ChipsProps<T>) {
  return (
    <RadioGroup
      {...props}
      className={cn('flex flex-wrap gap-1.5', className)}
      itemClassName="rounded-full border border-line-strong bg-surface px-3 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent"
    >
      {({ label }) => label}
    </RadioGroup>
  )
}
