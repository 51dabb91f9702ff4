import { cn } from '../../../ui/class-names.ts'
import { Masked } from '../../../ui/text/marked-text.tsx'
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
  /** In a comparison: the other side. What stands between them says whether they differ. */
  other: Cell | undefined
}

// A dot that does not fit is in a second line, which is not shown.
const maskedStyle = 'h-5 overflow-hidden break-all'

/** Sign and value of a cell, or the word that stands for it. */
export function CellContent({ label, cell, words, shown, other }: Props) {
  const { state, value, edit, isSharedSecret } = cell
  const isPlain = other && !edit && !isSharedSecret && state !== 'missing'
  const badgePlace = shown ? 'mt-[7px]' : ''
  return (
    <>
      <CellBadge cell={cell} words={words} className={isPlain ? 'sr-only' : badgePlace} />
      {state === 'unread' && <span className="truncate text-small text-ink-3">Not read</span>}
      {state !== 'unread' && value === undefined && edit && (
        <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
          Removed
        </span>
      )}
      {value !== undefined && shown && <RevealedValue label={label} value={value} other={other?.value} />}
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

interface CellLook {
  readonly cell: Cell
  readonly isCompact: boolean
  readonly isStacked: boolean
  readonly isFirst: boolean
  readonly isSticky: boolean
  /** It shows its value, or is edited. */
  readonly isOpen: boolean
}

const ground = ({ cell, isSticky }: CellLook) => {
  // A border, because forced colors leave it visible.
  if (cell.edit) return 'border-l-2 border-l-accent bg-accent-soft'
  if (cell.isSharedSecret)
    return 'bg-warn-soft text-warn forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-dashed'
  if (cell.state === 'missing') return 'bg-sunken'
  return isSticky ? 'bg-surface' : ''
}

const place = ({ cell, isStacked, isFirst, isSticky }: CellLook) => {
  if (isStacked) return isFirst ? 'pl-(--gutter) pr-3' : `${cell.edit ? '' : 'border-l'} px-3`
  return `scroll-mt-9 scroll-ml-(--grid-sticky) ${cell.edit ? '' : 'border-l'} ${isSticky ? 'sticky z-10' : 'relative'}`
}

const padding = ({ isCompact, isOpen, isStacked }: CellLook) => {
  if (isCompact) return isOpen ? 'z-20 items-start py-[3.5px]' : 'items-center justify-center'
  // What stands beside a value goes below it rather than leave it no width.
  const open = 'flex-wrap items-start py-[3.5px] [&>output]:grow [&>output]:basis-24'
  return `gap-x-2 ${isStacked ? 'relative' : 'px-3'} ${isOpen ? open : 'items-center'}`
}

/** The classes of a cell, joined by hand: hundreds of cells are rendered while the grid scrolls. */
export const cellStyle = (look: CellLook): string =>
  `flex min-h-[39px] min-w-0 focus-visible:-outline-offset-2 ${place(look)} ${padding(look)} ${ground(look)}`
