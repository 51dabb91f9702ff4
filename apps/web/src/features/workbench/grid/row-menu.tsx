import {
  Copy,
  CopyPlus,
  Ellipsis,
  Eye,
  EyeOff,
  FolderInput,
  History,
  Pencil,
  Trash2,
  Undo2,
} from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { RowButton } from '../parts/row-button.tsx'
import { cellAt, isRevealedAt } from '../store/cells.ts'
import type { Command } from '../store/keymaps.ts'
import { type GridPosition, mayWrite } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

interface MenuProps {
  button: ComponentProps<typeof RowButton>
  at: GridPosition
  /** The keyboard asks for it. */
  isRequested: boolean
  children: ReactNode
}

/** Menus are created on first use: hundreds of them would slow scrolling down. */
function ActionMenu({ button, at, isRequested, children }: MenuProps) {
  const { closeMenu } = useActions()
  const [isAsked, setAsked] = useState(false)
  const trigger = { ...button, children: <Ellipsis /> }
  if (!isAsked && !isRequested)
    return (
      <RowButton {...trigger} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
    )
  return (
    <DropdownMenu
      key={String(isRequested)}
      defaultOpen
      trigger={<RowButton {...trigger} onClick={undefined} />}
      {...(isRequested && {
        onCloseAutoFocus: (event: Event) => {
          event.preventDefault()
          setAsked(false)
          closeMenu()
          const cell = `[data-row="${at.row}"][data-column="${at.column}"]`
          document.querySelector<HTMLElement>(`[role=grid] ${cell}`)?.focus({ preventScroll: true })
        },
      })}
    >
      {children}
    </DropdownMenu>
  )
}

/** The rarer actions of a row of the table. */
export function RowMenu({ button, index }: { button: MenuProps['button']; index: number }) {
  const { run } = useActions()
  const canWrite = useWorkbench(mayWrite)
  const isRequested = useWorkbench(({ menu }) => menu?.row === index)
  const at = { row: index, column: 0 }
  const item = (command: Command, label: string, icon: ReactNode) => (
    <Changing>
      <DropdownMenuItem onSelect={() => run(command, at)}>
        {icon}
        {label}
      </DropdownMenuItem>
    </Changing>
  )
  return (
    <ActionMenu button={{ ...button, className: 'row-more' }} at={at} isRequested={isRequested}>
      <DropdownMenuItem onSelect={() => run('history', at)}>
        <History />
        History
      </DropdownMenuItem>
      {canWrite && (
        <>
          {item('copyTo', 'Copy to…', <CopyPlus />)}
          {item('moveTo', 'Move to…', <FolderInput />)}
          {isRequested && item('edit', 'Edit', <Pencil />)}
          {isRequested && item('remove', 'Delete', <Trash2 />)}
        </>
      )}
    </ActionMenu>
  )
}

interface CellMenuProps {
  label: string
  row: number
  column: number
  tabIndex: number
}

/** The actions of a value beside others. */
export function CellMenu({ label, row, column, tabIndex }: CellMenuProps) {
  const isRequested = useWorkbench(({ menu }) => menu?.row === row && menu.column === column)
  const button = { label: `More for ${label}`, tabIndex, className: 'size-7' }
  return (
    <ActionMenu button={button} at={{ row, column }} isRequested={isRequested}>
      <CellItems row={row} column={column} />
    </ActionMenu>
  )
}

function CellItems({ row, column }: GridPosition) {
  const { run } = useActions()
  const at = { row, column }
  const cell = useWorkbench((state) => cellAt(state, at))
  const canWrite = useWorkbench(mayWrite)
  const has = cell?.value !== undefined
  return (
    <>
      {has && <ReadItems row={row} column={column} />}
      {canWrite && (
        <Changing>
          <DropdownMenuItem onSelect={() => run('edit', at)}>
            <Pencil />
            {has ? 'Edit' : 'Add a value'}
          </DropdownMenuItem>
        </Changing>
      )}
      {canWrite && has && <CopyItems row={row} column={column} />}
      {canWrite && (has || cell?.edit) && <DropdownMenuSeparator />}
      {canWrite && cell?.edit && (
        <DropdownMenuItem onSelect={() => run('revert', at)}>
          <Undo2 />
          Undo this change
        </DropdownMenuItem>
      )}
      {canWrite && has && (
        <Changing>
          <DropdownMenuItem danger onSelect={() => run('remove', at)}>
            <Trash2 />
            Remove
          </DropdownMenuItem>
        </Changing>
      )}
    </>
  )
}

function ReadItems({ row, column }: GridPosition) {
  const { run } = useActions()
  const shown = useWorkbench((state) => isRevealedAt(state, { row, column }))
  return (
    <>
      <DropdownMenuItem onSelect={() => run('toggle', { row, column })}>
        {shown ? <EyeOff /> : <Eye />}
        {shown ? 'Hide' : 'Reveal'}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => run('copy', { row, column })}>
        <Copy />
        Copy value
      </DropdownMenuItem>
    </>
  )
}

/** The environments that are shown: a value can be copied to the others. */
function CopyItems({ row, column }: GridPosition) {
  const { copyTo } = useActions()
  const columns = useWorkbench((state) => state.columns.list)
  const targets = columns.filter((_, at) => at !== column - 1)
  if (targets.length === 0) return null
  const item = (label: string, ids: readonly number[]) => (
    <Changing key={label}>
      <DropdownMenuItem onSelect={() => copyTo({ row, column }, ids)}>
        <CopyPlus />
        {label}
      </DropdownMenuItem>
    </Changing>
  )
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Copy to…</DropdownMenuLabel>
      {targets.map(({ id, name }) => item(name, [id]))}
      {targets.length > 1 &&
        item(
          'All of them',
          targets.map(({ id }) => id),
        )}
    </>
  )
}
