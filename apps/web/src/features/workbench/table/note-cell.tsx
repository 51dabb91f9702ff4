import { ClockAlert } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/lists/grid.tsx'
import { HighlightMatch } from '../parts/highlight-match.tsx'
import { dueText, isNearlyDue, localDay } from '../data/due-state.ts'

interface Props {
  note: string | undefined
  /** The day on which the variable is due to be replaced. */
  due: string | undefined
  search: string
}

/** The note of a variable in one line, and when it is due. */
export function NoteCell({ note, due, search }: Props) {
  const today = localDay(new Date())
  const isNear = isNearlyDue(due, today)
  return (
    <GridCell className="cell-note text-ink-2">
      {note && (
        <span className="note-text truncate" title={note}>
          <HighlightMatch text={note} search={search} />
        </span>
      )}
      {due && (
        <span
          className={cn(
            'flex shrink-0 items-center gap-1 rounded-sm',
            isNear ? 'bg-warn-soft px-1.5 font-medium text-warn' : 'text-ink-3',
          )}
        >
          {isNear && <ClockAlert aria-hidden="true" className="size-3.5" />}
          {dueText(due, today)}
        </span>
      )}
    </GridCell>
  )
}
