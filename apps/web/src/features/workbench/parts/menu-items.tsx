import type { LucideIcon } from 'lucide-react'
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'

/** Something to do, as a menu, a toolbar or a bar offers it. */
export interface Action {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
  /** It changes something, so it can be blocked. */
  readonly changes?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface Props {
  /** Undefined and false are left out. */
  actions: readonly (Action | undefined | false)[]
  /** Separates them from those before. */
  label?: string | true
}

/** A group of actions in a menu. */
export function MenuItems({ actions, label }: Props) {
  const offered = actions.filter((action) => action !== undefined && action !== false)
  if (offered.length === 0) return null
  return (
    <>
      {label && <DropdownMenuSeparator />}
      {typeof label === 'string' && <DropdownMenuLabel>{label}</DropdownMenuLabel>}
      {offered.map((action) => (
        <MenuItem key={action.label} {...action} />
      ))}
    </>
  )
}

function MenuItem({ label, icon: Icon, run, changes, danger = false, disabled = false }: Action) {
  const item = (
    <DropdownMenuItem danger={danger} disabled={disabled} onSelect={run}>
      <Icon />
      {label}
    </DropdownMenuItem>
  )
  return changes ? <Changing>{item}</Changing> : item
}
