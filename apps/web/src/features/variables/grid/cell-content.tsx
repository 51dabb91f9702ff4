import { cn } from '../../../ui/class-names.ts'
import { Masked } from '../../../ui/masked.tsx'
import { RevealedValue } from '../rows/revealed-value.tsx'
import type { Cell } from './key-rows.ts'

const masked = <Masked className="overflow-hidden whitespace-nowrap" />

/** The value of a cell, or the word that stands for it. Screen readers get the words of the badge. */
export function CellContent({ cell: { state, value, edit }, shown }: { cell: Cell; shown: boolean }) {
  if (state === 'unread') return <span className="truncate text-small text-ink-3">Not read</span>
  if (value === undefined)
    return edit ? (
      <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
        Removed
      </span>
    ) : null
  return (
    <>
      {shown ? <RevealedValue value={value} /> : masked}
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
