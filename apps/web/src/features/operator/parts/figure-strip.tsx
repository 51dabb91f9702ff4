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
export function FigureStrip({ figures, className }: Props) {
  return (
    // A line between two figures is the ground of the grid.
    <dl
      className={cn(
        'grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-3',
        className,
      )}
    >
      {figures.map(({ label, value, note }) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-surface px-4 py-3.5">
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
