import { CircleDashed, CircleDot, Equal, EqualNot, LoaderCircle } from 'lucide-react'
import type { Cell, CellState } from './key-rows.ts'

const signs = {
  unread: { icon: LoaderCircle, style: 'text-ink-3' },
  missing: { icon: CircleDashed, style: 'text-ink-3' },
  alone: { icon: CircleDot, style: 'text-accent' },
  same: { icon: Equal, style: 'text-good' },
  different: { icon: EqualNot, style: 'text-warn' },
} as const

export const legend: readonly { state: CellState; words: string }[] = [
  { state: 'same', words: 'same as the others' },
  { state: 'different', words: 'differs' },
  { state: 'alone', words: 'only here' },
  { state: 'missing', words: 'missing' },
]

const wordsOf = ({ state, like }: Cell): string => {
  if (state === 'unread') return 'Not read'
  if (state === 'missing') return 'Missing'
  if (state === 'alone') return 'Only here'
  if (state === 'same') return 'Same as the others'
  return like.length > 0 ? `Differs; same as ${like.join(', ')}` : 'Differs from the others'
}

const edits = {
  added: 'new, not saved',
  changed: 'changed, not saved',
  removed: 'removed, not saved',
} as const

export function StateIcon({ state }: { state: CellState }) {
  const { icon: Icon, style } = signs[state]
  return <Icon aria-hidden="true" className={`size-4 shrink-0 ${style}`} />
}

/** How a value compares to the others in its row: an icon with a tooltip and an accessible name. */
export function CellBadge({ cell, className }: { cell: Cell; className: string }) {
  const words = wordsOf(cell)
  return (
    <span title={words} className={`grid shrink-0 place-items-center ${className}`}>
      <StateIcon state={cell.state} />
      <span className="sr-only">
        {words}
        {cell.edit && `, ${edits[cell.edit]}`}
      </span>
    </span>
  )
}
