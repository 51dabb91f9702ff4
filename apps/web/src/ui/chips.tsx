import type { ReactNode } from 'react'
import { useId } from 'react'
import { cn } from './class-names.ts'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** A few choices of which one is taken, where there may be more than fit one line. */
export function Chips<T extends string>({ label, options, value, onValueChange, className }: Props<T>) {
  const name = useId()
  return (
    <fieldset aria-label={label} className={cn('flex flex-wrap gap-1.5', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative rounded-full border border-line-strong bg-surface px-3 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
