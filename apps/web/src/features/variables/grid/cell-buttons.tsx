import { Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { RowButton } from '../rows/row-button.tsx'
import type { CellMenuProps } from './cell-menu.tsx'
import { CellMenu } from './cell-menu.tsx'

/** A cell's actions: beside a revealed value, over a hidden one. On touch they are in a menu. */
export function CellButtons({ menuOnly, ...props }: CellMenuProps & { menuOnly: boolean }) {
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
