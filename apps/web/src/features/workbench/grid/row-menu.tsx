import { CopyPlus, Ellipsis, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DropdownMenu } from '../../../ui/dialogs/dropdown-menu.tsx'
import { MenuItems, RowButton } from '../parts/menu-items.tsx'
import { cellAt, isRevealedAt } from '../store/cells.ts'
import type { GridPosition } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useItems } from './row-parts.tsx'
import { cellSelector } from './use-keyboard.ts'

interface MenuProps extends ComponentProps<typeof RowButton> {
  at: GridPosition
  /** Its items; `isRequested`: the keyboard asks for them. */
  items: (isRequested: boolean) => ReactNode
}

const icon = <Ellipsis />

/** The rarer actions of a row or a cell. It is created on first use: hundreds of menus would slow scrolling down. */
export function ActionMenu({ at, items, ...button }: MenuProps) {
  const { closeMenu } = useActions()
  const isRequested = useWorkbench(({ menu }) => menu?.row === at.row && menu.column === at.column)
  const [isAsked, setAsked] = useState(false)
  if (!isAsked && !isRequested)
    return (
      <RowButton {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)}>
        {icon}
      </RowButton>
    )
  return (
    <DropdownMenu
      key={String(isRequested)}
      defaultOpen
      trigger={<RowButton {...button}>{icon}</RowButton>}
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
      {items(isRequested)}
    </DropdownMenu>
  )
}

/** What a row of the table has no button for; all of it if the keyboard asks. */
export function RowItems({ at, isRequested }: { at: GridPosition; isRequested: boolean }) {
  const item = useItems(at)
  const canWrite = useWorkbench((state) => state.canWrite)
  return (
    <MenuItems
      actions={[
        item('history'),
        canWrite && item('copyTo'),
        canWrite && item('moveTo'),
        canWrite && isRequested && item('edit'),
        canWrite && isRequested && item('remove'),
      ]}
    />
  )
}

/** The actions of a value beside others. */
export function CellItems({ at }: { at: GridPosition }) {
  const { copyTo } = useActions()
  const item = useItems(at)
  const cell = useWorkbench((state) => cellAt(state, at))
  const isShown = useWorkbench((state) => isRevealedAt(state, at))
  const columns = useWorkbench((state) => state.columns.list)
  const canWrite = useWorkbench((state) => state.canWrite)
  const has = cell?.value !== undefined
  // The environments that are shown: a value can be copied to the others.
  const others = columns.filter((_, index) => index !== at.column - 1)
  const copy = (label: string, targets: typeof others) => {
    const ids = targets.map(({ id }) => id)
    return { label, icon: CopyPlus, run: () => copyTo(at, ids), changes: true }
  }
  return (
    <>
      <MenuItems
        actions={[
          has && { ...item('toggle'), ...(isShown && { label: 'Hide', icon: EyeOff }) },
          has && item('copy'),
          canWrite && { ...item('edit'), ...(!has && { label: 'Add a value' }) },
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
            cell?.edit && item('revert'),
            has && { ...item('remove'), label: 'Remove', danger: true },
          ]}
        />
      )}
    </>
  )
}
