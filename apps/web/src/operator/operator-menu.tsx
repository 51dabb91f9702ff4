import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../ui/dropdown-menu.tsx'
import { dashboardLink, type Menu } from './menus.ts'

interface Props {
  readonly menus: readonly Menu[]
  readonly name: string
  readonly onSignOut: () => void
}

/** All menus in one, as flat lists, on a small screen. */
export function OperatorMenu({ menus, name, onSignOut }: Props) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className="lg:hidden">
          <MenuIcon />
        </Button>
      }
    >
      <DropdownMenuLabel>Admin: {name}</DropdownMenuLabel>
      <DropdownMenuItem asChild>
        <Link to={dashboardLink.to}>{dashboardLink.label}</Link>
      </DropdownMenuItem>
      {menus.map(({ title, pages }) => (
        <Fragment key={title}>
          <DropdownMenuLabel>{title}</DropdownMenuLabel>
          {pages.map(({ to, label }) => (
            <DropdownMenuItem key={to} asChild className="aria-[current=page]:text-accent">
              <Link to={to}>{label}</Link>
            </DropdownMenuItem>
          ))}
        </Fragment>
      ))}
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <a href="/dashboard">User View</a>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onSignOut}>Logout</DropdownMenuItem>
    </DropdownMenu>
  )
}
