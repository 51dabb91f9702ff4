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
