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
import { memo, type ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu } from '../../../ui/dialogs/dropdown-menu.tsx'
import { GridColumnHead } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentDot, environmentStyle, ProtectedMark } from '../../projects/environment-name.tsx'
import { shortName } from '../arrangement/column-groups.ts'
import { neighbourColumn } from '../arrangement/column-settings.ts'
import type { GridColumn } from '../arrangement/grid-columns.ts'
import { MenuItems } from '../parts/menu-items.tsx'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import type { RenderedColumn } from './use-column-window.ts'

/** An environment above its column: color, name, protection and count, and its menu. */
export const ColumnHead = memo(function ColumnHead({ rendered }: { rendered: RenderedColumn }) {
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
