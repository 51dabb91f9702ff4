import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { RadioGroup } from './radio-group.tsx'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** A single choice from a few options in one line. */
export function SegmentedControl<T extends string>({ className, ...props }: Props<T>) {
  return (
    <RadioGroup
      {...props}
      className={cn('inline-flex max-w-full flex-wrap gap-0.5 rounded-md border bg-sunken p-0.5', className)}
      itemClassName="rounded-sm px-2.5 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:outline-offset-0 data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-low"
    >
      {({ label }) => label}
    </RadioGroup>
  )
}
