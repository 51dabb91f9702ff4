import { cn } from '../../../ui/class-names.ts'
import { Masked } from '../../../ui/text/masked.tsx'
import type { Cell } from '../comparison/key-rows.ts'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { CellBadge } from './cell-badge.tsx'

interface Props {
  /** Key and environment. */
  label: string
  cell: Cell
  /** The cell in words. Screen readers get them of the badge. */
  words: string
  shown: boolean
  /** The value that it is compared with. */
  other: string | undefined
}

// A dot that does not fit is in a second line, which is not shown.
const maskedStyle = 'h-5 overflow-hidden break-all'

/** Sign and value of a cell, or the word that stands for it. */
export function CellContent({ label, cell, words, shown, other }: Props) {
  const { state, value, edit, isSharedSecret } = cell
  return (
    <>
      <CellBadge cell={cell} words={words} className={shown ? 'mt-[7px]' : ''} />
      {state === 'unread' && <span className="truncate text-small text-ink-3">Not read</span>}
      {state !== 'unread' && value === undefined && edit && (
        <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
          Removed
        </span>
      )}
      {value !== undefined && shown && <RevealedValue label={label} value={value} other={other} />}
      {value !== undefined && !shown && (
        <Masked isEmpty={value === ''} className={cn(maskedStyle, isSharedSecret && !edit && 'text-warn')} />
      )}
      {value !== undefined && edit && (
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
