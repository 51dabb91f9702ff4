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

/** A few choices in one line, of which one is taken. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: Props<T>) {
  const name = useId()
  return (
    <fieldset
      aria-label={label}
      className={cn('inline-flex max-w-full flex-wrap gap-0.5 rounded-md border bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="rounded-sm px-2.5 py-0.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-accent"
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
