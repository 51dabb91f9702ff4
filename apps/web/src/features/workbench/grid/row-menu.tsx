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
import { DropdownMenu } from '../../../ui/dialogs/dropdown-menu.tsx'
import { MenuItems } from '../parts/menu-items.tsx'
import { RowButton } from '../parts/row-button.tsx'
import { cellAt, isRevealedAt } from '../store/cells.ts'
import type { Command } from '../store/keymaps.ts'
import type { GridPosition } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { cellSelector } from './use-grid-focus.ts'

interface MenuProps {
  button: ComponentProps<typeof RowButton>
  at: GridPosition
  /** The keyboard asks for it. */
  isRequested: boolean
  children: ReactNode
}

const icon = <Ellipsis />

/** Menus are created on first use: hundreds of them would slow scrolling down. */
function ActionMenu({ button, at, isRequested, children }: MenuProps) {
  const { closeMenu } = useActions()
  const [isAsked, setAsked] = useState(false)
  const trigger = { ...button, children: icon }
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
          const cell = document.querySelector<HTMLElement>(`[role=grid] ${cellSelector(at)}`)
          cell?.focus({ preventScroll: true })
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
  const canWrite = useWorkbench((state) => state.canWrite)
  const isRequested = useWorkbench(({ menu }) => menu?.row === index)
  const at = { row: index, column: 0 }
  const change = (label: string, command: Command, icon: typeof Copy) =>
    canWrite && { label, icon, run: () => run(command, at), changes: true }
  return (
    <ActionMenu button={{ ...button, className: 'row-more' }} at={at} isRequested={isRequested}>
      <MenuItems
        actions={[
          { label: 'History', icon: History, run: () => run('history', at) },
          change('Copy to…', 'copyTo', CopyPlus),
          change('Move to…', 'moveTo', FolderInput),
          isRequested && change('Edit', 'edit', Pencil),
          isRequested && change('Delete', 'remove', Trash2),
        ]}
      />
    </ActionMenu>
  )
}

interface CellMenuProps extends GridPosition {
  label: string
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
  const { run, copyTo } = useActions()
  const at = { row, column }
  const cell = useWorkbench((state) => cellAt(state, at))
  const isShown = useWorkbench((state) => isRevealedAt(state, at))
  const columns = useWorkbench((state) => state.columns.list)
  const canWrite = useWorkbench((state) => state.canWrite)
  const has = cell?.value !== undefined
  const action = (label: string, command: Command, icon: typeof Copy) => ({
    label,
    icon,
    run: () => run(command, at),
  })
  // The environments that are shown: a value can be copied to the others.
  const others = columns.filter((_, index) => index !== column - 1)
  const copy = (label: string, targets: typeof others) => ({
    label,
    icon: CopyPlus,
    run: () =>
      copyTo(
        at,
        targets.map(({ id }) => id),
      ),
    changes: true,
  })
  return (
    <>
      <MenuItems
        actions={[
          has && (isShown ? action('Hide', 'toggle', EyeOff) : action('Reveal', 'toggle', Eye)),
          has && action('Copy value', 'copy', Copy),
          canWrite && { ...action(has ? 'Edit' : 'Add a value', 'edit', Pencil), changes: true },
        ]}
      />
      {canWrite && has && (
        <MenuItems
          label="Copy to…"
          actions={[
            ...others.map((each) => copy(each.name, [each])),
            others.length > 1 && copy('All of them', others),
          ]}
        />
      )}
      {canWrite && (
        <MenuItems
          label
          actions={[
            cell?.edit && action('Undo this change', 'revert', Undo2),
            has && { ...action('Remove', 'remove', Trash2), danger: true, changes: true },
          ]}
        />
      )}
    </>
  )
}
