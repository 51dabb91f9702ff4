import { cn } from '../../../ui/class-names.ts'
import { Masked } from '../../../ui/masked.tsx'
import { RevealedValue } from '../rows/revealed-value.tsx'
import type { Cell } from './key-rows.ts'

// A dot that does not fit is in a second line, which is not shown.
const masked = <Masked className="h-5 overflow-hidden break-all" />
const maskedWarning = <Masked className="h-5 overflow-hidden break-all text-warn" />

/** The value of a cell, or the word that stands for it. Screen readers get the words of the badge. */
export function CellContent({ cell, shown }: { cell: Cell; shown: boolean }) {
  const { state, value, edit, isSharedSecret } = cell
  const hidden = isSharedSecret && !edit ? maskedWarning : masked
  if (state === 'unread') return <span className="truncate text-small text-ink-3">Not read</span>
  if (value === undefined)
    return edit ? (
      <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
        Removed
      </span>
    ) : null
  return (
    <>
      {shown ? <RevealedValue value={value} /> : hidden}
      {edit && (
        <span
          aria-hidden="true"
          className={cn('ml-auto text-small font-medium text-accent', shown && 'py-1.5')}
        >
          {edit === 'added' ? 'New' : 'Changed'}
        </span>
      )}
    </>
  )
}
