import { Copy, CopyPlus, Ellipsis, Eye, EyeOff, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import type { Cell } from '../comparison/key-rows.ts'
import { RowButton } from '../parts/row-button.tsx'
import type { CellCommand } from '../rows/grid-navigation.ts'

export interface CellMenuProps {
  label: string
  cell: Cell
  canWrite: boolean
  shown: boolean
  tabIndex: number
  /** The environment of the cell. */
  id: number
  /** The environments that are shown: the value can be copied to the others. */
  targets: readonly { readonly id: number; readonly name: string }[]
  onCommand: (command: CellCommand) => void
  onCopyTo: (ids: readonly number[]) => void
}

/** Menus are created on first use: hundreds of them would slow scrolling down. */
export function CellMenu(props: CellMenuProps) {
  const [asked, setAsked] = useState(false)
  const button = {
    label: `More for ${props.label}`,
    tabIndex: props.tabIndex,
    className: 'size-7',
    children: <Ellipsis />,
  }
  if (!asked) return <RowButton {...button} onClick={() => setAsked(true)} />
  return (
    <DropdownMenu defaultOpen trigger={<RowButton {...button} />}>
      <Items {...props} />
    </DropdownMenu>
  )
}

function Items({
  cell,
  canWrite,
  shown,
  id: own,
  targets: shownColumns,
  onCommand,
  onCopyTo,
}: CellMenuProps) {
  const has = cell.value !== undefined
  const targets = shownColumns.filter(({ id }) => id !== own)
  return (
    <>
      {has && (
        <>
          <DropdownMenuItem onSelect={() => onCommand('toggle')}>
            {shown ? <EyeOff /> : <Eye />}
            {shown ? 'Hide' : 'Reveal'}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onCommand('copy')}>
            <Copy />
            Copy value
          </DropdownMenuItem>
        </>
      )}
      {canWrite && (
        <Changing>
          <DropdownMenuItem onSelect={() => onCommand('edit')}>
            <Pencil />
            {has ? 'Edit' : 'Add a value'}
          </DropdownMenuItem>
        </Changing>
      )}
      {canWrite && has && targets.length > 0 && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Copy to…</DropdownMenuLabel>
          {targets.map(({ id, name }) => (
            <Changing key={id}>
              <DropdownMenuItem onSelect={() => onCopyTo([id])}>
                <CopyPlus />
                {name}
              </DropdownMenuItem>
            </Changing>
          ))}
          {targets.length > 1 && (
            <Changing>
              <DropdownMenuItem onSelect={() => onCopyTo(targets.map(({ id }) => id))}>
                <CopyPlus />
                All of them
              </DropdownMenuItem>
            </Changing>
          )}
        </>
      )}
      {canWrite && (has || cell.edit) && <DropdownMenuSeparator />}
      {canWrite && cell.edit && (
        <DropdownMenuItem onSelect={() => onCommand('revert')}>
          <Undo2 />
          Undo this change
        </DropdownMenuItem>
      )}
      {canWrite && has && (
        <Changing>
          <DropdownMenuItem danger onSelect={() => onCommand('remove')}>
            <Trash2 />
            Remove
          </DropdownMenuItem>
        </Changing>
      )}
    </>
  )
}
