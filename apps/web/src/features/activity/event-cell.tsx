import type { ReactNode } from 'react'
import { TableCell } from '../../ui/table.tsx'
import { eventIcon, eventLabel } from './event-icons.ts'

interface Props {
  event: { readonly event_type: string; readonly category: string; readonly description: string }
  /** User and IP address, below the description on small screens. */
  meta: ReactNode
}

/** The event with its icon. */
export function EventCell({ event, meta }: Props) {
  const Icon = eventIcon(event.event_type, event.category)
  return (
    <TableCell>
      <div className="flex items-center gap-3 py-1.5 max-sm:py-0">
        <span
          title={eventLabel(event.event_type)}
          className="grid size-7 shrink-0 place-items-center rounded-md bg-hover text-ink-2 max-sm:size-6"
        >
          <Icon className="size-4" aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <p className="break-words">{event.description}</p>
          <p className="break-words text-ink-3 max-sm:hidden lg:hidden">{meta}</p>
        </div>
      </div>
    </TableCell>
  )
}
