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
import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dialogs/dropdown-menu.tsx'
import { GridColumnHead } from '../../../ui/lists/table.tsx'
import { EnvironmentDot, environmentStyle, ProtectedMark } from '../../projects/environment-name.tsx'
import { shortName } from '../arrangement/column-groups.ts'
import { neighbourColumn } from '../arrangement/column-settings.ts'
import type { GridColumn } from '../arrangement/grid-columns.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import type { RenderedColumn } from './use-column-window.ts'

interface Props {
  rendered: RenderedColumn
  /** Focuses the head of a column. */
  onHead: (id: number) => void
}

/** An environment above its column: color, name, protection and count, and its menu. */
export function ColumnHead({ rendered, onHead }: Props) {
  const { column, index, stickyLeft } = rendered
  const { id, name, environment, isCompact } = column
  const isEmpty = environment.variable_count === 0
  const button = {
    type: 'button',
    tabIndex: -1,
    'data-column-head': id,
    'aria-label': `Column ${name}`,
    title: `Column ${name}`,
  } as const
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
            onHead={onHead}
            trigger={
              <button
                {...button}
                className="h-full w-full overflow-hidden font-normal text-ink-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span aria-hidden="true">{shortName(name)}</span>
              </button>
            }
          />
        </>
      ) : (
        <>
          <EnvironmentDot environment={environment} hollow={isEmpty} />
          {/* A count that does not fit is in a second line, which is not shown. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap content-start gap-x-2 overflow-hidden leading-5">
            <span className="flex max-w-full min-w-0 items-center gap-2">
              <span className="truncate">{name}</span>
              <ProtectedMark environment={environment} />
            </span>
            <span className="font-normal text-ink-3 tabular-nums">
              {environment.variable_count.toLocaleString('en-US')}
              <span className="sr-only"> variables</span>
            </span>
          </span>
          <ColumnMenu
            column={column}
            onHead={onHead}
            trigger={
              <button
                {...button}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 opacity-0 group-hover/head:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:h-[33px] pointer-coarse:w-9 pointer-coarse:opacity-100"
              >
                <ChevronDown aria-hidden="true" className="size-4" />
              </button>
            }
          />
        </>
      )}
    </GridColumnHead>
  )
}

interface ColumnMenuProps {
  column: GridColumn
  trigger: ReactNode
  onHead: (id: number) => void
}

/** Pins, narrows, hides and moves a column, or leads to its environment. */
function ColumnMenu({ column, trigger, onHead }: ColumnMenuProps) {
  const { id, isPinned, isCompact } = column
  const { pin, compact, hideColumn, move } = useActions()
  const { onOpenTable, onCompare } = useWorkbench((state) => state.ways)
  const { list, arranged } = useWorkbench((state) => state.columns)
  const canMove = (step: -1 | 1) => neighbourColumn(arranged, id, step) !== undefined
  /** A hidden column leaves the focus to its neighbor, once its menu is closed. */
  const hide = () => {
    const at = list.findIndex((each) => each.id === id)
    const next = list[at + 1] ?? list[at - 1]
    hideColumn(id)
    if (next) setTimeout(() => onHead(next.id))
  }
  return (
    <DropdownMenu
      trigger={trigger}
      onCloseAutoFocus={(event) => {
        // The head may be elsewhere now.
        event.preventDefault()
        onHead(id)
      }}
    >
      <DropdownMenuItem onSelect={() => pin(id, !isPinned)}>
        {isPinned ? <PinOff /> : <Pin />}
        {isPinned ? 'Unpin' : 'Pin'}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => compact(id, !isCompact)}>
        {isCompact ? <UnfoldHorizontal /> : <FoldHorizontal />}
        {isCompact ? 'Wide' : 'Compact'}
      </DropdownMenuItem>
      {/* The last one cannot be hidden. */}
      <DropdownMenuItem disabled={list.length < 2} onSelect={hide}>
        <EyeOff />
        Hide
      </DropdownMenuItem>
      <DropdownMenuItem disabled={!canMove(-1)} onSelect={() => move(id, -1)}>
        <ArrowLeft />
        Move left
      </DropdownMenuItem>
      <DropdownMenuItem disabled={!canMove(1)} onSelect={() => move(id, 1)}>
        <ArrowRight />
        Move right
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => onOpenTable(id)}>
        <Table />
        Open as table
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onCompare(id)}>
        <ArrowLeftRight />
        Compare with…
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
