import { ArrowLeft, ArrowRight } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/table.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import type { GridColumn } from '../arrangement/grid-columns.ts'
import type { KeyRow } from '../comparison/key-rows.ts'
import { RowButton } from '../parts/menu-items.tsx'
import { activeRow } from '../store/cells.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'
import { KeyName, RevealButton, TimeLeft } from './row-parts.tsx'
import type { RenderedColumn } from './use-column-window.ts'
import { ValueCell } from './value-cell.tsx'

interface Props {
  line: Extract<KeyOrPrefix, { kind: 'key' }>
  index: number
  rendered: readonly RenderedColumn[]
}

/** The cell that may have the focus stays mounted when it is scrolled away. */
function withActive(
  rendered: readonly RenderedColumn[],
  list: readonly GridColumn[],
  activeColumn: number,
): readonly RenderedColumn[] {
  const index = activeColumn - 1
  const column = list[index]
  if (!column || rendered.some((each) => each.index === index)) return rendered
  const active = { column, index, stickyLeft: undefined, isPlaced: true }
  return [...rendered, active].sort((a, b) => a.index - b.index)
}

/** A key with its values side by side. Memoised: its props stay the same while other rows change. */
export const ValuesLine = memo(function ValuesLine({ line, index, rendered }: Props) {
  const { key, prefix } = line
  const row = useWorkbench(({ rows }) => rows.get(key))
  const { columns, isPhone: stacked, isPair } = useGridShape()
  const activeColumn = useWorkbench((state) => (activeRow(state) === index ? state.at.column : -1))
  const { hideOne } = useActions()
  if (!row) return null
  const cells = withActive(rendered, columns.list, activeColumn)
  const [first, second] = cells
  const cell = (each: RenderedColumn) => (
    <ValueCell key={each.column.id} rendered={each} keyRow={row} index={index} />
  )
  return (
    <GridRow
      aria-rowindex={index + 2}
      onBlur={(event) => {
        if (isPair && !event.currentTarget.contains(event.relatedTarget)) hideOne({ key })
      }}
      className={cn(
        'grid border-b',
        isPair && 'group/pair hover:bg-hover/60 focus-within:bg-hover/60',
        stacked ? 'grid-cols-2' : 'grid-cols-(--grid-columns)',
      )}
    >
      <GridRowHead
        title={key}
        aria-colindex={1}
        tabIndex={activeColumn === 0 ? 0 : -1}
        data-row={index}
        data-column={0}
        className={cn(
          'truncate font-mono text-small text-ink focus-visible:-outline-offset-2',
          isPair && 'flex items-start justify-between gap-2',
          stacked
            ? 'col-span-2 px-(--gutter) pt-2.5'
            : 'sticky left-0 z-20 col-start-1 scroll-mt-9 self-stretch bg-surface py-[9.5px] pr-3 shadow-[1px_0_0_var(--color-line-strong)]',
          !stacked && (prefix === '' ? 'pl-(--gutter)' : 'pl-[calc(var(--gutter)+1.5rem)]'),
        )}
      >
        {isPair ? (
          <>
            <span className="min-w-0 truncate">
              <KeyName line={line} />
            </span>
            <OtherDifference row={row} />
            <RevealBoth row={row} index={index} tabIndex={activeColumn === 0 ? 0 : -1} />
          </>
        ) : (
          <KeyName line={line} />
        )}
      </GridRowHead>
      {isPair && first && second ? (
        <>
          {cell(first)}
          <Spine row={row} index={index} />
          {cell(second)}
        </>
      ) : (
        cells.map(cell)
      )}
    </GridRow>
  )
})

interface RowProps {
  row: KeyRow
  index: number
}

function RevealBoth({ row: { key }, index, tabIndex }: RowProps & { tabIndex: number }) {
  const isShown = useWorkbench(({ revealed }) => revealed?.key === key)
  return (
    <RevealButton
      isShown={isShown}
      label={`both values of ${key}`}
      at={{ row: index, column: 0 }}
      tabIndex={tabIndex}
      className="relative -my-1.5 max-md:-my-2 max-md:size-9"
    >
      {isShown && <TimeLeft />}
    </RevealButton>
  )
}

const differences = ['Same', 'Differs'] as const

/** What of two variables differs besides their values, at their key. */
function OtherDifference({ row: { key } }: { row: KeyRow }) {
  const { columns } = useGridShape()
  const reads = useWorkbench((state) => state.reads)
  const [here, there] = columns.list.map(({ id }) => reads.get(id)?.variables.get(key))
  if (!here || !there || (here.note === there.note && here.due === there.due)) return null
  return (
    <span className="ml-auto shrink-0 font-sans text-ink-3">
      {here.note === there.note ? 'Due date differs' : 'Note differs'}
    </span>
  )
}

/** Between two values: how they compare, and under the pointer or the focus, the ways to copy one over the other. */
function Spine({ row: { key, cells, differs }, index }: RowProps) {
  const { copyOver } = useActions()
  const { canWrite, isPhone: stacked, columns } = useGridShape()
  const [left, right] = cells
  const isBoth = left?.value !== undefined && right?.value !== undefined
  const words = isBoth ? differences[Number(differs)] : undefined
  const way = (isToRight: boolean) => {
    const to = columns.list[isToRight ? 1 : 0]
    if (!to || (isToRight ? left : right)?.value === undefined) return <span className="size-7" />
    return (
      <RowButton
        changes
        label={`Copy ${key} to ${to.name}${to.environment.protected ? ', protected' : ''}`}
        tabIndex={-1}
        style={environmentStyle(to.environment)}
        className="size-7 text-(--env) hover:text-(--env)"
        onClick={() => copyOver(index, isToRight)}
      >
        {isToRight ? <ArrowRight /> : <ArrowLeft />}
      </RowButton>
    )
  }
  const canCopy = canWrite && (!isBoth || differs)
  return (
    <GridCell
      aria-colindex={3}
      title={words}
      className={cn(
        'flex min-w-0 items-center justify-center gap-1 text-small text-ink-3',
        stacked ? 'col-span-2 order-last px-(--gutter) pb-1' : 'col-start-3 h-[39px] border-l',
      )}
    >
      <span className={cn(canCopy && !stacked && 'group-focus-within/pair:hidden group-hover/pair:hidden')}>
        <span aria-hidden="true" className="text-[18px] leading-none">
          {isBoth && (differs ? '≠' : '=')}
        </span>
        <span className="sr-only">{words}</span>
      </span>
      {canCopy && (
        <span
          className={cn(
            'flex items-center',
            !stacked &&
              'not-group-hover/pair:not-group-focus-within/pair:sr-only group-hover/pair:flex group-focus-within/pair:flex',
          )}
        >
          {way(true)}
          {way(false)}
        </span>
      )}
    </GridCell>
  )
}
