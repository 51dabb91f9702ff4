import type { ReactNode } from 'react'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { Time } from '../../../ui/text/time.tsx'

/** Values by what they are called. One that is undefined is left out. */
type Facts = Readonly<Record<string, ReactNode>>

export interface TimelineEntry {
  readonly id: string | number
  readonly at: string
  readonly title: ReactNode
  readonly detail?: ReactNode
}

interface Props {
  /** False while it closes. */
  readonly open?: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly facts?: Facts | undefined
  /** Newest first. */
  readonly timeline?: readonly TimelineEntry[] | undefined
  /** What destroys or restricts: at the foot, away from everything else. */
  readonly danger?: ReactNode
  /** Between the facts and the timeline. */
  readonly children?: ReactNode
}

/** What is known of one row of a list. */
export function DetailsDrawer({ open = true, onClose, facts, timeline, danger, children, ...drawer }: Props) {
  return (
    <Drawer {...drawer} open={open} onOpenChange={(next) => !next && onClose()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {facts && <DetailRows facts={facts} />}
        {children}
        {timeline && (
          <section className="grid gap-3">
            <h3 className="font-semibold">Timeline</h3>
            <Timeline entries={timeline} />
          </section>
        )}
        {danger && (
          <section className="grid gap-3 border-t pt-5">
            <h3 className="font-semibold">Danger zone</h3>
            {danger}
          </section>
        )}
      </div>
    </Drawer>
  )
}

/** Names and values in two columns. */
export function DetailRows({ facts }: { facts: Facts }) {
  const present = Object.entries(facts).filter(([, value]) => value !== undefined)
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)] gap-y-2 text-small">
      {present.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who did it, and why. null: the command line. */
export const byOperator = (name: string | null, reason: string): string =>
  `By ${name ?? 'an operator, from the command line'}${reason && `: ${reason}`}`

interface TimelineProps {
  readonly entries: readonly TimelineEntry[]
  readonly empty?: string
}

/** What happened, the newest first. */
export function Timeline({ entries, empty = 'Nothing has happened yet.' }: TimelineProps) {
  return (
    <>
      {entries.length === 0 && <p className="text-small text-ink-3">{empty}</p>}
      <ol className="grid gap-3 text-small">
        {entries.map(({ id, at, title, detail }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l-2 pl-3">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="min-w-0 break-words">{title}</span>
              <span className="text-ink-3">
                <Time at={at} />
              </span>
            </span>
            {detail && <span className="break-words text-ink-2">{detail}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

/** An id, e-mail address or the like, with a button that copies it. */
export function CopyableId({ id, label }: { id: string | number; label: string }) {
  const text = String(id)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 font-mono text-small break-all">{text}</span>
      <CopyButton text={text} label={`Copy ${label}`} className="-my-1.5" />
    </span>
  )
}
