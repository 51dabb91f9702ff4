import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { CellBadge } from './cell-badge.tsx'
import { CellContent } from './cell-content.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { GridCellProps } from './cell-props.ts'
import type { Cell } from './key-rows.ts'

export interface CellContentProps extends GridCellProps {
  cell: Cell
  /** The cell in words. */
  words: string
  /** Key and environment. */
  label: string
  buttons: ReactNode
}

/** Sign, value and actions of a cell, or its editor. */
export function WideCell(props: CellContentProps) {
  const { cell, words, label, buttons, row, column, shown, copied, editing, actions } = props
  if (editing)
    return (
      <CellEditor
        label={`Value of ${label}`}
        initial={editing.text}
        before={editing.before}
        onTyped={actions.typed}
        onCommit={(text, focus) => actions.commit(row, column, text, focus)}
        onCancel={(focus) => actions.cancel(row, column, focus)}
      />
    )
  return (
    <>
      <CellBadge cell={cell} words={words} className={shown ? 'mt-[7px]' : ''} />
      <CellContent cell={cell} shown={shown} />
      {copied && <Check aria-hidden="true" className="size-4 shrink-0 text-good" />}
      {buttons}
    </>
  )
}
