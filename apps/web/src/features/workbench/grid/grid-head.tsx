import type { KeyboardEvent } from 'react'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/lists/grid.tsx'
import type { GridColumns } from '../columns/grid-columns.ts'
import type { ColumnActions } from './column-actions.ts'
import { ColumnHead } from './column-head.tsx'
import type { RenderedColumn } from './variables-grid-row.tsx'

interface Props {
  columns: GridColumns
  rendered: readonly RenderedColumn[]
  actions: ColumnActions
  /** Focuses the head of a column. */
  onHead: (id: number) => void
  /** Focuses the first cell of a column. */
  onCells: (column: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The heads of the columns. The arrows lead to them from the first row, and from one to the next. */
export function GridHead({ columns, rendered, actions, onHead, onCells }: Props) {
  const { list } = columns
  const move = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.ariaExpanded === 'true') return
    const at = list.findIndex(({ id }) => String(id) === target.dataset.columnHead)
    const step = steps[key]
    if (at < 0 || (step === undefined && key !== 'ArrowDown' && key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) return onCells(at + 1)
    const next = list[at + step]
    if (next) onHead(next.id)
  }
  /** A hidden column leaves the focus to its neighbour, once its menu is closed. */
  const onHide = (id: number) => {
    const at = list.findIndex((column) => column.id === id)
    const next = list[at + 1] ?? list[at - 1]
    actions.onHide(id)
    if (next) setTimeout(() => onHead(next.id))
  }
  return (
    <GridBody className="sticky top-0 z-30" onKeyDownCapture={move}>
      <GridRow
        aria-rowindex={1}
        className="grid h-9 grid-cols-(--grid-columns) border-t bg-surface text-small font-medium text-ink-3"
      >
        <GridColumnHead
          aria-colindex={1}
          className="sticky left-0 z-20 col-start-1 flex items-center border-b-2 border-line-strong bg-surface pr-3 pl-(--gutter) font-normal shadow-[1px_0_0_var(--color-line-strong)]"
        >
          Key
        </GridColumnHead>
        {rendered.map((each) => (
          <ColumnHead
            key={each.column.id}
            rendered={each}
            canHide={list.length > 1}
            actions={{ ...actions, onHide }}
            onClosed={() => onHead(each.column.id)}
          />
        ))}
      </GridRow>
    </GridBody>
  )
}

/** The environments of a phone's pair, for screen readers: the line above the grid names them. */
export const PairHead = ({ columns: { list } }: { columns: GridColumns }) => (
  <GridBody className="sr-only">
    <GridRow aria-rowindex={1}>
      <GridColumnHead aria-colindex={1}>Key</GridColumnHead>
      {list.map(({ id, name }, index) => (
        <GridColumnHead key={id} aria-colindex={index + 2}>
          {name}
        </GridColumnHead>
      ))}
    </GridRow>
  </GridBody>
)
