import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  BookOpen,
  CircleUser,
  CreditCard,
  LayoutGrid,
  LogOut,
  Search,
  ShieldCheck,
  SquareTerminal,
} from 'lucide-react'
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../ui/dialogs/dropdown-menu.tsx'
import { openCommands, openDocs } from './open-commands.ts'

export interface HeaderMenuProps {
  readonly name: string
  readonly isOperator: boolean
  readonly onLogout: () => void
}

/** Loads with the menu. */
export default function HeaderMenuItems({ name, isOperator, onLogout }: HeaderMenuProps) {
  const navigate = useNavigate()
  return (
    <>
      <DropdownMenuLabel>Welcome, {name}</DropdownMenuLabel>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/dashboard' })}>
        <LayoutGrid /> Dashboard
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/account' })}>
        <CircleUser /> Account
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/subscription' })}>
        <CreditCard /> Billing
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/cli-auth' })}>
        <SquareTerminal /> CLI
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/activity' })}>
        <Activity /> Activity
      </DropdownMenuItem>
      {isOperator && (
        <DropdownMenuItem onSelect={() => window.location.assign('/admin')}>
          <ShieldCheck /> Admin
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={openDocs}>
        <BookOpen /> Documentation
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={openCommands}>
        <Search /> Search or run a command
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onLogout}>
        <LogOut /> Logout
      </DropdownMenuItem>
    </>
  )
}
