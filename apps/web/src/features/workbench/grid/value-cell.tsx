import { Check, Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { GridCell } from '../../../ui/lists/table.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import type { KeyRow } from '../comparison/key-rows.ts'
import { RowButton } from '../parts/row-button.tsx'
import { environmentAt, isRevealedAt } from '../store/cells.ts'
import { isCell, mayWrite } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { cellIcon, cellLabels } from './cell-badge.tsx'
import { CellContent, cellStyle } from './cell-content.tsx'
import { CellEditor, type FocusAfterEdit } from './cell-editor.tsx'
import { CellMenu } from './row-menu.tsx'
import type { RenderedColumn } from './use-column-window.ts'
import { activeRow } from './use-grid-focus.ts'

interface Props {
  rendered: RenderedColumn
  keyRow: KeyRow
  index: number
  /** The pointer is a finger. */
  touched: boolean
  /** Moves the focus to a cell of the row. */
  onFocus: (row: number, column: number) => void
}

const steps = { here: 0, next: 1, previous: -1 } as const

/** A value beside others. Memoised: moving over one, or scrolling sideways, does not render the others again. */
export const ValueCell = memo(function ValueCell({ rendered, keyRow, index: row, touched, onFocus }: Props) {
  const { column: environment, index, stickyLeft, isPlaced } = rendered
  const { id } = environment
  const { key } = keyRow
  const column = index + 1
  const { run, hideOne } = useActions()
  const names = useWorkbench(({ columns }) => columns.names)
  const isPair = useWorkbench(({ layout }) => layout === 'compare')
  const stacked = useWorkbench(({ isPhone }) => isPhone)
  const canWrite = useWorkbench(mayWrite)
  const active = useWorkbench((state) => activeRow(state) === row && state.at.column === column)
  const shown = useWorkbench(({ revealed }) => isCell(revealed, key, id))
  const copied = useWorkbench((state) => isCell(state.copied, key, id))
  const editing = useWorkbench((state) =>
    state.editing?.key === key && state.editing.id === id ? state.editing : undefined,
  )
  const columnCount = useWorkbench(({ columns }) => columns.list.length)
  const isRequested = useWorkbench(({ menu }) => menu?.row === row && menu.column === column)
  // Actions are rendered for the hovered or focused cell only: thousands of them would slow scrolling down.
  const [pointed, setPointed] = useState(false)
  const cell = keyRow.cells[environment.cell]
  if (!cell) return null
  const words = cellLabels(keyRow, environment.cell, names)
  const isCompact = environment.isCompact && !stacked
  const label = `${key} in ${environment.name}`
  const isActionable = isCompact
    ? pointed || isRequested || (touched && active)
    : touched || active || pointed
  const isClosed = isCompact && !shown && !editing
  const close = (to: FocusAfterEdit) => {
    if (to === 'elsewhere') return
    const wanted = column + steps[to]
    onFocus(row, wanted < 1 || wanted > columnCount ? column : wanted)
  }
  const isAddable = isPair && cell.state === 'missing' && !cell.edit && canWrite
  const buttons = (isActionable || shown) && !editing && !isAddable && (
    <CellButtons label={label} row={row} column={column} has={cell.value !== undefined} isClosed={isClosed} />
  )
  const content = editing ? (
    <CellEditor label={`Value of ${label}`} editing={editing} onClosed={close} />
  ) : (
    <>
      <CellContent
        label={label}
        cell={cell}
        words={words}
        shown={shown}
        other={isPair ? keyRow.cells[1 - environment.cell]?.value : undefined}
        isSide={isPair}
      />
      {isAddable && (
        <span aria-hidden="true" className="text-small text-ink-3">
          Missing
        </span>
      )}
      {isAddable && (
        <Changing>
          <Button
            variant="link"
            tabIndex={active ? 0 : -1}
            className="text-small"
            onClick={() => run('edit', { row, column })}
          >
            Add here
            <span className="sr-only">{key}</span>
          </Button>
        </Changing>
      )}
      {copied && <Check aria-hidden="true" className="size-4 shrink-0 text-good" />}
      {buttons}
    </>
  )
  const isOpen = shown || editing !== undefined
  const look = {
    cell,
    isCompact,
    isStacked: stacked,
    isFirst: column === 1,
    isSticky: stickyLeft !== undefined,
    isOpen,
  }
  return (
    <GridCell
      aria-colindex={column + (isPair && column > 1 ? 2 : 1)}
      tabIndex={active ? 0 : -1}
      data-row={row}
      data-column={column}
      title={isClosed ? words : undefined}
      onBlur={(event) => {
        if (!isPair && !event.currentTarget.contains(event.relatedTarget)) hideOne({ key, id })
      }}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onDoubleClick={() => canWrite && !editing && run('edit', { row, column })}
      style={{
        ...(isPair && environmentStyle(environment.environment)),
        ...(isPlaced && !stacked && { gridColumn: column + 1, left: stickyLeft }),
        ...(isPair && !stacked && column > 1 && { gridColumn: column + 2 }),
      }}
      className={cellStyle(look)}
    >
      {isCompact && isOpen && (
        <span className="flex w-72 shrink-0 items-start gap-2 rounded-md bg-raised px-2 py-0.5 shadow-high">
          {content}
        </span>
      )}
      {isCompact && !isOpen && (copied ? content : buttons || cellIcon(cell))}
      {!isCompact && content}
    </GridCell>
  )
})

interface ButtonsProps {
  label: string
  row: number
  column: number
  /** The environment has the key. */
  has: boolean
  /** Only the sign of a narrow column is shown. */
  isClosed: boolean
}

/** A cell's actions: beside a revealed value, over a hidden one. On touch they are in a menu. */
function CellButtons({ label, row, column, has, isClosed }: ButtonsProps) {
  const { run } = useActions()
  const canWrite = useWorkbench(mayWrite)
  const isUnread = useWorkbench((state) => !state.reads.has(environmentAt(state, column)?.id ?? 0))
  const tabIndex = useWorkbench((state) => (activeRow(state) === row && state.at.column === column ? 0 : -1))
  const shown = useWorkbench((state) => isRevealedAt(state, { row, column }))
  const isPair = useWorkbench(({ layout }) => layout === 'compare')
  const mayEdit = canWrite && !isUnread
  if (!has && !mayEdit) return null
  const menu = <CellMenu label={label} row={row} column={column} tabIndex={tabIndex} />
  if (isClosed) return menu
  const button = { tabIndex, className: 'size-7 pointer-coarse:hidden' }
  return (
    <span
      className={cn(
        'ml-auto flex items-center rounded-md',
        !shown &&
          'pointer-fine:absolute pointer-fine:top-1.5 pointer-fine:right-1.5 pointer-fine:bg-raised pointer-fine:shadow-low',
      )}
    >
      {has && !isPair && (
        <RowButton
          {...button}
          label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
          aria-pressed={shown}
          onClick={() => run('toggle', { row, column })}
        >
          {shown ? <EyeOff /> : <Eye />}
        </RowButton>
      )}
      {mayEdit && (
        <RowButton
          {...button}
          changes
          label={`${has ? 'Edit' : 'Add'} ${label}`}
          onClick={() => run('edit', { row, column })}
        >
          {has ? <Pencil /> : <Plus />}
        </RowButton>
      )}
      {menu}
    </span>
  )
}
