import { ArrowLeftRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/lists/table.tsx'
import { ChangeTime } from '../../projects/change-time.tsx'
import { EnvironmentDot, environmentStyle } from '../../projects/environment-name.tsx'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { PairSelect } from '../toolbar/pair-line.tsx'
import { ColumnHead } from './column-head.tsx'
import type { RenderedColumn } from './use-column-window.ts'

interface Props {
  rendered: readonly RenderedColumn[]
  /** Focuses the head of a column. */
  onHead: (id: number) => void
  /** Focuses the first cell of a column. */
  onCells: (column: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The heads of the columns. The arrows lead to them from the first row, and from one to the next. */
export function ColumnHeads({ rendered, onHead, onCells }: Props) {
  const list = useWorkbench(({ columns }) => columns.list)
  const isPair = useWorkbench(({ layout }) => layout === 'compare')
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
        {isPair ? (
          <PairHeads />
        ) : (
          rendered.map((each) => <ColumnHead key={each.column.id} rendered={each} onHead={onHead} />)
        )}
      </GridRow>
    </GridBody>
  )
}

/** Above the sides of a comparison: the lists of environments, and between them what swaps the sides. */
function PairHeads() {
  const list = useWorkbench(({ columns }) => columns.list)
  const { swap } = useActions()
  const [left, right] = list
  if (!left || !right) return null
  const head = (at: 0 | 1) => {
    const { environment } = at === 0 ? left : right
    return (
      <GridColumnHead
        aria-colindex={at === 0 ? 2 : 4}
        title={environment.name}
        style={environmentStyle(environment)}
        className="flex min-w-0 items-center gap-2 border-b-2 border-l border-b-(--env) border-l-line px-3 text-ink [&_select]:h-7 [&_svg]:top-1.5"
      >
        <EnvironmentDot environment={environment} />
        <PairSelect side={at} />
        <span className="min-w-0 truncate font-normal text-ink-3 max-lg:hidden">
          v{environment.version} · <ChangeTime change={environment.last_change} />
        </span>
      </GridColumnHead>
    )
  }
  return (
    <>
      {head(0)}
      <GridColumnHead
        aria-colindex={3}
        className="flex items-center justify-center border-b-2 border-l border-b-line-strong border-l-line"
      >
        <IconButton label="Swap sides" onClick={swap} className="size-7">
          <ArrowLeftRight />
        </IconButton>
      </GridColumnHead>
      {head(1)}
    </>
  )
}

/** The environments of a phone's pair, for screen readers: the line above the grid names them. */
export function PairHead() {
  const list = useWorkbench(({ columns }) => columns.list)
  return (
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
}
