import { useNavigate } from '@tanstack/react-router'
import { CircleUser, CreditCard, LogOut } from 'lucide-react'
import { useAccount } from '../../../../connection/session/use-session-state.ts'
import { Button } from '../../../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../../ui/dialogs/dropdown-menu.tsx'
import { useHeaderMenu } from '../../../shell/use-header-menu.ts'

export function AccountMenu() {
  const { name, onLogout } = useHeaderMenu(useAccount())
  const navigate = useNavigate()
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Your account" title={name} className="max-md:hidden">
          <span className="grid size-7 place-items-center rounded-full bg-hover text-small uppercase">
            {name.charAt(0)}
          </span>
        </Button>
      }
    >
      <DropdownMenuLabel>{name}</DropdownMenuLabel>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/account' })}>
        <CircleUser /> Account
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate({ to: '/subscription' })}>
        <CreditCard /> Billing
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onLogout}>
        <LogOut /> Logout
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
