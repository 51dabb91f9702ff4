import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'

interface Props {
  readonly title: ReactNode
  /** At the right of the title: a link or a small button. */
  readonly action?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A card of rows, denser than those of customers' pages. */
export function Panel({ title, action, className, children }: Props) {
  return (
    <section className={cn('min-w-0 overflow-clip rounded-lg border bg-surface', className)}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1">
        <h2 className="min-w-0 flex-1 font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A card with any content but rows. */
export function PanelSection({ children, ...panel }: Props) {
  return (
    <Panel {...panel}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t px-4 py-3">{children}</div>
    </Panel>
  )
}

interface PanelFact {
  /** What tells it from others with the same label. */
  readonly id?: string
  readonly label: string
  readonly value: ReactNode
  readonly badge?: ReactNode
}

/** Names and figures, one to a line. */
export function PanelRows({ facts }: { facts: readonly PanelFact[] }) {
  return (
    <dl>
      {facts.map(({ id, label, value, badge }) => (
        <div
          key={id ?? label}
          className="flex min-h-9 items-center justify-between gap-3 border-t px-4 py-1 text-small"
        >
          <dt className="flex min-w-0 flex-wrap items-center gap-2 break-words">
            {label}
            {badge}
          </dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The shape of {@link PanelRows} while they load: as high, so that nothing below moves. */
export function PanelRowsSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <div role="status" aria-label="Loading">
      {labels.map((label) => (
        <div key={label} className="flex min-h-9 items-center border-t px-4 py-1">
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  )
}

interface PanelItemProps {
  readonly title: ReactNode
  /** What stands at the right: buttons, a time. */
  readonly end?: ReactNode
  readonly children?: ReactNode
}

/** A line with words below its name, and what can be done with it. */
export function PanelItem({ title, end, children }: PanelItemProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-t px-4 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-2 font-medium break-words">{title}</div>
        {children && <div className="text-small break-words text-ink-2">{children}</div>}
      </div>
      {end}
    </div>
  )
}

/** A line of a panel that has nothing to show. */
export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className="border-t px-4 py-3 text-small text-ink-2">{children}</p>
}

interface Figure {
  readonly label: string
  readonly value: string
  /** What follows from it. */
  readonly note?: ReactNode
}

interface StatRowProps {
  readonly figures: readonly Figure[]
  /** How many columns a wide screen has. */
  readonly className: string
}

/** Figures in one strip. */
export function StatRow({ figures, className }: StatRowProps) {
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
