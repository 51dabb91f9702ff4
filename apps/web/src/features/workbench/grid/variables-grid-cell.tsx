import { Check, Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/lists/grid.tsx'
import type { Cell } from '../comparison/key-rows.ts'
import { RowButton } from '../parts/row-button.tsx'
import { cellIcon } from './cell-badge.tsx'
import { cellLabels } from './cell-labels.ts'
import { CellMenu, type CellMenuProps } from './cell-menu.tsx'
import type { GridCellProps } from './cell-props.ts'
import { type CellContentProps, WideCell } from './wide-cell.tsx'

/** Memoised: moving over one cell, or scrolling sideways, does not render the others again. */
export const VariablesGridCell = memo(function VariablesGridCell(props: GridCellProps) {
  const { columns, environment, keyRow, row, column, stickyLeft, canWrite, stacked, ...rest } = props
  const { active, touched, shown, editing, actions } = rest
  // Actions are rendered for the hovered or focused cell only: thousands of them would slow scrolling down.
  const [pointed, setPointed] = useState(false)
  const cell = keyRow.cells[environment.cell]
  if (!cell) return null
  const words = cellLabels(keyRow, environment.cell, columns.names)
  const isCompact = environment.isCompact && !stacked
  const label = `${keyRow.key} in ${environment.name}`
  const tabIndex = active ? 0 : -1
  const isActionable = isCompact ? pointed || (touched && active) : touched || active || pointed
  const isClosed = isCompact && !shown && !editing
  const buttons = (isActionable || shown) && !editing && (
    <CellButtons
      label={label}
      cell={cell}
      canWrite={canWrite}
      shown={shown}
      menuOnly={isClosed}
      tabIndex={tabIndex}
      id={environment.id}
      targets={columns.list}
      onCommand={(command) => actions.command(command, row, column)}
      onCopyTo={(ids) => actions.copyTo(row, column, ids)}
    />
  )
  const content = { ...props, cell, words, label, buttons }
  return (
    <GridCell
      aria-colindex={column + 1}
      tabIndex={tabIndex}
      data-row={row}
      data-column={column}
      title={isClosed ? words : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) actions.leave(row, column)
      }}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onDoubleClick={() => canWrite && !editing && actions.command('edit', row, column)}
      style={rest.isPlaced && !stacked ? { gridColumn: column + 1, left: stickyLeft } : undefined}
      className={cellStyle({
        cell,
        isCompact,
        isStacked: stacked,
        isFirst: column === 1,
        isSticky: stickyLeft !== undefined,
        isOpen: shown || editing !== undefined,
      })}
    >
      {isCompact ? <CompactCell {...content} /> : <WideCell {...content} />}
    </GridCell>
  )
})

/** The sign of a cell. While it is revealed or edited, its content lies over the cells beside it. */
function CompactCell(props: CellContentProps) {
  const { cell, shown, editing, copied, buttons } = props
  if (shown || editing)
    return (
      <span className="flex w-72 shrink-0 items-start gap-2 rounded-md bg-raised px-2 py-0.5 shadow-high">
        <WideCell {...props} />
      </span>
    )
  if (copied) return <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
  return buttons || cellIcon(cell)
}

interface Look {
  readonly cell: Cell
  readonly isCompact: boolean
  readonly isStacked: boolean
  readonly isFirst: boolean
  readonly isSticky: boolean
  /** It shows its value, or is edited. */
  readonly isOpen: boolean
}

const ground = ({ cell, isSticky }: Look) => {
  // A border, because forced colours leave it visible.
  if (cell.edit) return 'border-l-2 border-l-accent bg-accent-soft'
  if (cell.isSharedSecret)
    return 'bg-warn-soft text-warn forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-dashed'
  if (cell.state === 'missing') return 'bg-sunken'
  return isSticky ? 'bg-surface' : ''
}

const place = ({ cell, isStacked, isFirst, isSticky }: Look) => {
  if (isStacked) return isFirst ? 'pl-(--gutter) pr-3' : `${cell.edit ? '' : 'border-l'} px-3`
  return `scroll-mt-9 scroll-ml-(--grid-sticky) ${cell.edit ? '' : 'border-l'} ${isSticky ? 'sticky z-10' : 'relative'}`
}

const padding = ({ isCompact, isOpen, isStacked }: Look) => {
  if (isCompact) return isOpen ? 'z-20 items-start py-[3.5px]' : 'items-center justify-center'
  return `gap-2 ${isStacked ? 'relative' : 'px-3'} ${isOpen ? 'items-start py-[3.5px]' : 'items-center'}`
}

/** The classes of a cell, joined by hand: hundreds of cells are rendered while the grid scrolls. */
const cellStyle = (look: Look): string =>
  `flex min-h-[39px] min-w-0 focus-visible:-outline-offset-2 ${place(look)} ${padding(look)} ${ground(look)}`

/** A cell's actions: beside a revealed value, over a hidden one. On touch they are in a menu. */
function CellButtons({ menuOnly, ...props }: CellMenuProps & { menuOnly: boolean }) {
  const { label, cell, canWrite, shown, tabIndex, onCommand } = props
  const has = cell.value !== undefined
  const mayWrite = canWrite && cell.state !== 'unread'
  if (!has && !mayWrite) return null
  if (menuOnly) return <CellMenu {...props} />
  return (
    <span
      className={cn(
        'ml-auto flex items-center rounded-md',
        !shown &&
          'pointer-fine:absolute pointer-fine:top-1.5 pointer-fine:right-1.5 pointer-fine:bg-raised pointer-fine:shadow-low',
      )}
    >
      {has && (
        <RowButton
          label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
          aria-pressed={shown}
          tabIndex={tabIndex}
          className="size-7 pointer-coarse:hidden"
          onClick={() => onCommand('toggle')}
        >
          {shown ? <EyeOff /> : <Eye />}
        </RowButton>
      )}
      {mayWrite && (
        <RowButton
          changes
          label={`${has ? 'Edit' : 'Add'} ${label}`}
          tabIndex={tabIndex}
          className="size-7 pointer-coarse:hidden"
          onClick={() => onCommand('edit')}
        >
          {has ? <Pencil /> : <Plus />}
        </RowButton>
      )}
      <CellMenu {...props} />
    </span>
  )
}
