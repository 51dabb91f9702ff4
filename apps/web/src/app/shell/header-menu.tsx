import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  BookOpen,
  CircleUser,
  LayoutGrid,
  LogOut,
  Menu,
  Search,
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

/** The whole header on a small screen. */
export function HeaderMenu({ name, onLogout }: { name: string; onLogout: () => void }) {
  const navigate = useNavigate()
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className="md:hidden">
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
      <DropdownMenuItem onSelect={() => void navigate({ to: '/cli-auth' })}>
        <SquareTerminal /> CLI
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/activity' })}>
        <Activity /> Activity
      </DropdownMenuItem>
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
