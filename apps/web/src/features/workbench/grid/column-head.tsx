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
import { GridColumnHead } from '../../../ui/lists/grid.tsx'
import { EnvironmentDot, environmentStyle } from '../../projects/environment-dot.tsx'
import { ProtectedMark } from '../../projects/protected-mark.tsx'
import { shortName } from '../columns/column-groups.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { ColumnActions } from './column-actions.ts'
import type { RenderedColumn } from './variables-grid-row.tsx'

interface Props {
  rendered: RenderedColumn
  canHide: boolean
  actions: ColumnActions
  onClosed: () => void
}

/** An environment above its column: colour, name, protection and count, and its menu. */
export function ColumnHead({ rendered, canHide, actions, onClosed }: Props) {
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
            canHide={canHide}
            actions={actions}
            onClosed={onClosed}
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
            canHide={canHide}
            actions={actions}
            onClosed={onClosed}
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
  /** Another column is shown: the last one cannot be hidden. */
  canHide: boolean
  trigger: ReactNode
  actions: ColumnActions
  /** After an action the head may be elsewhere, or hidden. */
  onClosed: () => void
}

/** Pins, narrows, hides and moves a column, or leads to its environment. */
function ColumnMenu({ column, canHide, trigger, actions, onClosed }: ColumnMenuProps) {
  const { id, isPinned, isCompact } = column
  return (
    <DropdownMenu
      trigger={trigger}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
    >
      <DropdownMenuItem onSelect={() => actions.onPin(id, !isPinned)}>
        {isPinned ? <PinOff /> : <Pin />}
        {isPinned ? 'Unpin' : 'Pin'}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => actions.onCompact(id, !isCompact)}>
        {isCompact ? <UnfoldHorizontal /> : <FoldHorizontal />}
        {isCompact ? 'Wide' : 'Compact'}
      </DropdownMenuItem>
      <DropdownMenuItem disabled={!canHide} onSelect={() => actions.onHide(id)}>
        <EyeOff />
        Hide
      </DropdownMenuItem>
      <DropdownMenuItem disabled={!actions.canMove(id, -1)} onSelect={() => actions.onMove(id, -1)}>
        <ArrowLeft />
        Move left
      </DropdownMenuItem>
      <DropdownMenuItem disabled={!actions.canMove(id, 1)} onSelect={() => actions.onMove(id, 1)}>
        <ArrowRight />
        Move right
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => actions.onOpenTable(id)}>
        <Table />
        Open as table
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => actions.onCompare(id)}>
        <ArrowLeftRight />
        Compare with…
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
