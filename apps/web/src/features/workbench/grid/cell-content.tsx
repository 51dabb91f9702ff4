import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { Masked } from '../../../ui/text/marked-text.tsx'
import type { Cell, KeyRow } from '../comparison/key-rows.ts'
import { groupSign, signs } from '../comparison/signs.tsx'
import { RevealedValue } from '../parts/revealed-value.tsx'

interface Props {
  /** Key and environment. */
  label: string
  cell: Cell
  /** The cell in words, for screen readers and as a tooltip of its sign. */
  words: string
  isShown: boolean
  /** In a comparison: the other side. What stands between them says whether they differ. */
  other: Cell | undefined
}

// A dot that does not fit is in a second line, which is not shown.
const maskedStyle = 'h-5 overflow-hidden break-all'

/** Sign and value of a cell, or the word that stands for it. */
export function CellContent({ label, cell, words, isShown, other }: Props) {
  const { state, value, edit, isSharedSecret } = cell
  const isPlain = other && !edit && !isSharedSecret && state !== 'missing'
  const badgePlace = isShown ? 'mt-[7px]' : ''
  return (
    <>
      <span title={words} className={`shrink-0 ${isPlain ? 'sr-only' : badgePlace}`}>
        {cellIcon(cell)}
        <span className="sr-only">{words}</span>
      </span>
      {state === 'unread' && <span className="truncate text-small text-ink-3">Not read</span>}
      {state !== 'unread' && value === undefined && edit && (
        <span aria-hidden="true" className="truncate text-small text-ink-2 line-through">
          Removed
        </span>
      )}
      {value !== undefined && isShown && <RevealedValue label={label} value={value} other={other?.value} />}
      {value !== undefined && !isShown && (
        <Masked isEmpty={value === ''} className={cn(maskedStyle, isSharedSecret && !edit && 'text-warn')} />
      )}
      {value !== undefined && edit && (
        <span
          aria-hidden="true"
          className={cn('ml-auto text-small font-medium text-accent', isShown && 'py-1.5')}
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

/** How a value compares to the others in its row, or what is to be saved: a sign without words. */
export function cellIcon({ state, edit, group, isSharedSecret }: Cell): ReactNode {
  if (edit === 'added' || edit === 'changed') return signs[edit]
  if (isSharedSecret) return signs['same-secret']
  if (group !== undefined) return groupSign(group)
  return signs[state === 'grouped' ? 'different' : state]
}

const maxNamed = 3

const namesIn = (names: readonly string[]) =>
  names.length <= maxNamed
    ? names.join(', ')
    : `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`

const editWords = {
  added: ', new, not saved',
  changed: ', changed, not saved',
  removed: ', removed, not saved',
} as const

const stateWords: Readonly<Record<Cell['state'], string>> = {
  unread: 'Not read',
  missing: 'Missing',
  alone: 'Only here',
  same: 'Same as the others',
  different: 'Differs from the others',
  grouped: 'Differs from the others',
}

/** How a value compares to the others in its row, in words. `names`: of the environments, as in the row's cells. */
export function cellLabels({ cells }: KeyRow, at: number, names: readonly string[]): string {
  const cell = cells[at]
  if (!cell) return ''
  const alike =
    cell.group === undefined && !cell.isSharedSecret
      ? []
      : names.filter((_, other) => other !== at && cells[other]?.value === cell.value)
  const same = cell.isSharedSecret ? 'Same secret as' : 'Same as'
  const words = alike.length > 0 ? `${same} ${namesIn(alike)}` : stateWords[cell.state]
  return words + (cell.edit ? editWords[cell.edit] : '')
}
