import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { RadioGroup } from './radio-group.tsx'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; title: ReactNode; hint?: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
  className?: string
}

/** A few choices that need a line or two each. */
export function ChoiceCards<T extends string>({ className, ...props }: Props<T>) {
  return (
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
}
