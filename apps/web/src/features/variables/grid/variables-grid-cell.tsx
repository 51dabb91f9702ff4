import { memo, useState } from 'react'
import { GridCell } from '../../../ui/grid.tsx'
import { CellButtons } from './cell-buttons.tsx'
import type { GridCellProps } from './cell-props.ts'
import { cellStyle } from './cell-style.ts'
import { cellWords } from './cell-words.ts'
import { CompactCell } from './compact-cell.tsx'
import { WideCell } from './wide-cell.tsx'

/** Memoised: moving over one cell, or scrolling sideways, does not render the others again. */
export const VariablesGridCell = memo(function VariablesGridCell(props: GridCellProps) {
  const { columns, environment, keyRow, row, column, stickyLeft, canWrite, stacked, ...rest } = props
  const { active, touched, shown, editing, actions } = rest
  // Actions are rendered for the hovered or focused cell only: thousands of them would slow scrolling down.
  const [pointed, setPointed] = useState(false)
  const cell = keyRow.cells[environment.cell]
  if (!cell) return null
  const words = cellWords(keyRow, environment.cell, columns.names)
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
