import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'

interface Figure {
  readonly label: string
  readonly value: string
  /** What follows from it. */
  readonly note?: ReactNode
}

interface Props {
  readonly figures: readonly Figure[]
  /** How many columns a wide screen has. */
  readonly className: string
}

/** Figures in one strip. */
export function StatRow({ figures, className }: Props) {
  return (
    <dl
      className={cn('grid grid-cols-2 overflow-clip rounded-lg border bg-surface sm:grid-cols-3', className)}
    >
      {figures.map(({ label, value, note }) => (
        // Lines at the left and above; those of the first column and row are clipped.
        <div
          key={label}
          className="flex flex-col-reverse justify-end px-4 py-3.5 shadow-[-1px_0_0_var(--color-line),0_-1px_0_var(--color-line)]"
        >
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <span className="text-title font-semibold tabular-nums">{value}</span>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  )
}
