import {
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  ChevronDown,
  EyeOff,
  FoldHorizontal,
  Pin,
  PinOff,
  Table,
  UnfoldHorizontal,
} from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu } from '../../../ui/dialogs/dropdown-menu.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { ChangeTime } from '../../projects/change-time.tsx'
import { EnvironmentDot, environmentStyle, ProtectedMark } from '../../projects/environment-name.tsx'
import { neighbourColumn } from '../arrangement/column-settings.ts'
import { type GridColumn, shortName } from '../arrangement/grid-columns.ts'
import { MenuItems } from '../parts/menu-items.tsx'
import { firstKeyRow } from '../store/cells.ts'
import { useActions, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { PairSelect } from '../toolbar/pair-line.tsx'
import type { RenderedColumn } from './use-column-window.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The heads of the columns. The arrows lead to them from the first row, and from one to the next. */
export const ColumnHeads = memo(function ColumnHeads({ rendered }: { rendered: readonly RenderedColumn[] }) {
  const { read, actions } = useWorkbenchStore()
  const isPair = useWorkbench(({ layout }) => layout === 'compare')
  const move = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.ariaExpanded === 'true') return
    const { list } = read().columns
    const at = list.findIndex(({ id }) => String(id) === target.dataset.columnHead)
    const step = steps[key]
    if (at < 0 || (step === undefined && key !== 'ArrowDown' && key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) return actions.focus({ row: firstKeyRow(read()), column: at + 1 })
    const next = list[at + step]
    if (next) actions.focusHead(next.id)
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
        {isPair ? <PairHeads /> : rendered.map((each) => <ColumnHead key={each.column.id} rendered={each} />)}
      </GridRow>
    </GridBody>
  )
})

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

/** An environment above its column: color, name, protection and count, and its menu. */
const ColumnHead = memo(function ColumnHead({ rendered }: { rendered: RenderedColumn }) {
  const { column, index, stickyLeft } = rendered
  const { name, environment, isCompact } = column
  return (
    <GridColumnHead
      aria-colindex={index + 2}
      title={name}
      style={{ ...environmentStyle(environment), gridColumn: index + 2, left: stickyLeft }}
      className={cn(
        'group/head flex min-w-0 items-center gap-2 border-b-2 border-l border-b-(--env) border-l-line bg-surface font-medium text-ink',
        stickyLeft !== undefined && 'sticky z-10',
        isCompact ? 'justify-center' : 'pr-1.5 pl-3',
      )}
    >
      {isCompact ? (
        <>
          <span className="sr-only">{name}</span>
          <ColumnMenu
            column={column}
            className="h-full w-full overflow-hidden font-normal text-ink-2 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span aria-hidden="true">{shortName(name)}</span>
          </ColumnMenu>
        </>
      ) : (
        <>
          <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
          {/* A count that does not fit is in a second line, which is not shown. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap content-start gap-x-2 overflow-hidden leading-5">
            <span className="flex max-w-full min-w-0 items-center gap-2">
              <span className="truncate">{name}</span>
              <ProtectedMark environment={environment} />
            </span>
            <span className="font-normal text-ink-3 tabular-nums">
              {formatCount(environment.variable_count)}
              <span className="sr-only"> variables</span>
            </span>
          </span>
          <ColumnMenu
            column={column}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 opacity-0 group-hover/head:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:h-[33px] pointer-coarse:w-9 pointer-coarse:opacity-100"
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </ColumnMenu>
        </>
      )}
    </GridColumnHead>
  )
})

interface MenuProps {
  column: GridColumn
  /** Of its button. */
  className: string
  children: ReactNode
}

/** Pins, narrows, hides and moves a column, or leads to its environment. */
function ColumnMenu({ column, className, children }: MenuProps) {
  const { id, name } = column
  const { focusHead } = useActions()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          tabIndex={-1}
          data-column-head={id}
          aria-label={`Column ${name}`}
          title={`Column ${name}`}
          className={className}
        >
          {children}
        </button>
      }
      onCloseAutoFocus={(event) => {
        // The head may be elsewhere now.
        event.preventDefault()
        focusHead(id)
      }}
    >
      <ColumnItems column={column} />
    </DropdownMenu>
  )
}

function ColumnItems({ column: { id, isPinned, isCompact } }: { column: GridColumn }) {
  const { pin, compact, hideColumn, move, focusHead } = useActions()
  const { onOpenTable, onCompare } = useWorkbench((state) => state.ways)
  const { list, arranged } = useWorkbench((state) => state.columns)
  const cannotMove = (step: -1 | 1) => neighbourColumn(arranged, id, step) === undefined
  /** A hidden column leaves the focus to its neighbor, once its menu is closed. */
  const hide = () => {
    const at = list.findIndex((each) => each.id === id)
    const next = list[at + 1] ?? list[at - 1]
    hideColumn(id)
    if (next) setTimeout(() => focusHead(next.id))
  }
  return (
    <>
      <MenuItems
        actions={[
          isPinned
            ? { label: 'Unpin', icon: PinOff, run: () => pin(id, false) }
            : { label: 'Pin', icon: Pin, run: () => pin(id, true) },
          isCompact
            ? { label: 'Wide', icon: UnfoldHorizontal, run: () => compact(id, false) }
            : { label: 'Compact', icon: FoldHorizontal, run: () => compact(id, true) },
          // The last one cannot be hidden.
          { label: 'Hide', icon: EyeOff, run: hide, disabled: list.length < 2 },
          { label: 'Move left', icon: ArrowLeft, run: () => move(id, -1), disabled: cannotMove(-1) },
          { label: 'Move right', icon: ArrowRight, run: () => move(id, 1), disabled: cannotMove(1) },
        ]}
      />
      <MenuItems
        label
        actions={[
          { label: 'Open as table', icon: Table, run: () => onOpenTable(id) },
          { label: 'Compare with…', icon: ArrowLeftRight, run: () => onCompare(id) },
        ]}
      />
    </>
  )
}
