import type { ReactNode } from 'react'
import { useId } from 'react'
import { cn } from './class-names.ts'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; title: ReactNode; hint: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** Two or three choices that need a sentence each. */
export function ChoiceCards<T extends string>({ label, options, value, onValueChange, className }: Props<T>) {
  const name = useId()
  return (
    <fieldset aria-label={label} className={cn('grid gap-2 sm:grid-cols-2', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex gap-2.5 rounded-md border px-3 py-2.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="mt-1 size-3.5 shrink-0 accent-accent outline-none"
          />
          <span className="grid min-w-0">
            <span className="font-medium">{option.title}</span>
            <span className="text-small text-ink-2">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
