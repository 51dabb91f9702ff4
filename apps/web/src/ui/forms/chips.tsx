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

/** A single choice from a few options that may wrap. */
export function Chips<T extends string>({ className, ...props }: Props<T>) {
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
