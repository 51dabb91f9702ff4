import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  BookOpen,
  CircleUser,
  CreditCard,
  LayoutGrid,
  LogOut,
  Menu,
  Search,
  ShieldCheck,
  SquareTerminal,
} from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../ui/dropdown-menu.tsx'
import { openCommands } from './open-commands.ts'

interface Props {
  readonly name: string
  readonly isOperator: boolean
  readonly onLogout: () => void
}

/** The whole header on a small screen. */
export function HeaderMenu({ name, isOperator, onLogout }: Props) {
  const navigate = useNavigate()
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className="lg:hidden">
          <Menu />
        </Button>
      }
    >
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
      <DropdownMenuItem onSelect={() => void navigate({ to: '/docs' })}>
        <BookOpen /> Documentation
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={openCommands}>
        <Search /> Search or run a command
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onLogout}>
        <LogOut /> Logout
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
