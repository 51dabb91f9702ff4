import { Check, Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { GridCell } from '../../../ui/lists/table.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import type { KeyRow } from '../comparison/key-rows.ts'
import { cellFlags, flagsOfCell, isRevealedAt } from '../store/cells.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { CellContent, cellIcon, cellLabels, cellStyle } from './cell-content.tsx'
import { CellEditor, type FocusAfterEdit } from './cell-editor.tsx'
import { useGridShape } from './grid-shape.ts'
import { ActionMenu, CellItems } from './row-menu.tsx'
import { CommandButton, RevealButton } from './row-parts.tsx'
import type { RenderedColumn } from './use-column-window.ts'

interface Props {
  rendered: RenderedColumn
  keyRow: KeyRow
  index: number
}

const add = <Plus />

const steps = { here: 0, next: 1, previous: -1 } as const

/** A value beside others. Memoised: moving over one, or scrolling sideways, does not render the others again. */
export const ValueCell = memo(function ValueCell({ rendered, keyRow, index: row }: Props) {
  const { column: environment, index, stickyLeft, isPlaced } = rendered
  const { id } = environment
  const { key } = keyRow
  const column = index + 1
  const { run, hideOne, focus } = useActions()
  const { columns, isPair, isPhone: stacked, canWrite, isTouched } = useGridShape()
  const flags = useWorkbench((state) => flagsOfCell(state, key, id, { row, column }))
  const has = (flag: keyof typeof cellFlags) => (flags & cellFlags[flag]) !== 0
  const [active, isShown, copied] = [has('active'), has('revealed'), has('copied')]
  const editing = useWorkbench((state) =>
    state.editing?.key === key && state.editing.id === id ? state.editing : undefined,
  )
  // Actions are rendered for the hovered or focused cell only: thousands of them would slow scrolling down.
  const [pointed, setPointed] = useState(false)
  const cell = keyRow.cells[environment.cell]
  if (!cell) return null
  const words = cellLabels(keyRow, environment.cell, columns.names)
  const isCompact = environment.isCompact && !stacked
  const label = `${key} in ${environment.name}`
  const isActionable = isCompact
    ? pointed || has('menu') || (isTouched && active)
    : isTouched || active || pointed
  const isClosed = isCompact && !isShown && !editing
  const close = (to: FocusAfterEdit) => {
    if (to === 'elsewhere') return
    const next = column + steps[to]
    focus({ row, column: next < 1 || next > columns.list.length ? column : next })
  }
  const isAddable = isPair && cell.state === 'missing' && !cell.edit && canWrite
  const buttons = (isActionable || isShown) && !editing && !isAddable && (
    <CellButtons keyRow={keyRow} rendered={rendered} row={row} isActive={active} isClosed={isClosed} />
  )
  const content = editing ? (
    <CellEditor label={`Value of ${label}`} editing={editing} onClosed={close} />
  ) : (
    <>
      <CellContent
        label={label}
        cell={cell}
        words={words}
        isShown={isShown}
        other={isPair ? keyRow.cells[1 - environment.cell] : undefined}
      />
      {isAddable && (
        <>
          <span aria-hidden="true" className="text-small text-ink-3">
            Missing
          </span>
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
        </>
      )}
      {copied && <Check aria-hidden="true" className="size-4 shrink-0 text-good" />}
      {buttons}
    </>
  )
  const isOpen = isShown || editing !== undefined
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
  keyRow: KeyRow
  rendered: RenderedColumn
  row: number
  /** It has the tab stop. */
  isActive: boolean
  /** Only the sign of a narrow column is shown. */
  isClosed: boolean
}

/** A cell's actions: beside a revealed value, over a hidden one. On touch they are in a menu. */
function CellButtons({ keyRow, rendered, row, isActive, isClosed }: ButtonsProps) {
  const { isPair, canWrite } = useGridShape()
  const { name, cell, id } = rendered.column
  const at = { row, column: rendered.index + 1 }
  const label = `${keyRow.key} in ${name}`
  const has = keyRow.cells[cell]?.value !== undefined
  const tabIndex = isActive ? 0 : -1
  const isUnread = useWorkbench(({ reads }) => !reads.has(id))
  const isShown = useWorkbench((state) => isRevealedAt(state, at))
  const mayEdit = canWrite && !isUnread
  if (!has && !mayEdit) return null
  const menu = (
    <ActionMenu
      label={`More for ${label}`}
      tabIndex={tabIndex}
      className="size-7"
      at={at}
      items={() => <CellItems at={at} />}
    />
  )
  if (isClosed) return menu
  const button = { at, tabIndex, className: 'size-7 pointer-coarse:hidden' }
  return (
    <span
      className={cn(
        'ml-auto flex items-center rounded-md',
        !isShown &&
          'pointer-fine:absolute pointer-fine:top-1.5 pointer-fine:right-1.5 pointer-fine:bg-raised pointer-fine:shadow-low',
      )}
    >
      {has && !isPair && <RevealButton {...button} isShown={isShown} label={label} />}
      {mayEdit && (
        <CommandButton
          {...button}
          command="edit"
          label={`${has ? 'Edit' : 'Add'} ${label}`}
          icon={has ? undefined : add}
        />
      )}
      {menu}
    </span>
  )
}
