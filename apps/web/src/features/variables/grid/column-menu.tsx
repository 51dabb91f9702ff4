import {
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  EyeOff,
  FoldHorizontal,
  Pin,
  PinOff,
  Table,
  UnfoldHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dropdown-menu.tsx'
import type { ColumnActions } from './column-actions.ts'
import type { GridColumn } from './grid-columns.ts'

interface Props {
  column: GridColumn
  /** Another column is shown: the last one cannot be hidden. */
  canHide: boolean
  trigger: ReactNode
  actions: ColumnActions
  /** After an action the head may be elsewhere, or hidden. */
  onClosed: () => void
}

/** Pins, narrows, hides and moves a column, or leads to its environment. */
export function ColumnMenu({ column, canHide, trigger, actions, onClosed }: Props) {
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
