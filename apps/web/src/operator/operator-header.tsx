import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useContext } from 'react'
import { Logo } from '../app/shell/logo.tsx'
import { ThemeSwitch } from '../app/shell/theme-switch.tsx'
import { displayName } from '../features/accounts/display-name.ts'
import { useOperator } from '../features/operator/use-operator.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../ui/dropdown-menu.tsx'
import { dashboardLink, isCurrentMenu, menusOf } from './menus.ts'
import { OperatorMenu } from './operator-menu.tsx'
import { SignOutContext } from './sign-out-context.ts'

const link =
  'flex h-8 items-center gap-1 rounded-md px-2.5 font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:text-accent data-current:text-accent [&_svg]:size-4'

export function OperatorHeader() {
  const onSignOut = useContext(SignOutContext)
  const operator = useOperator()
  const { pathname } = useLocation()
  const menus = menusOf(operator)
  const name = displayName(operator.account)
  return (
    <header className="sticky top-0 z-30 border-b bg-paper/90 pt-1 backdrop-blur-md">
      <div className="mx-auto flex h-14 max-w-operator items-center gap-1 px-5 sm:px-7">
        <Link to={dashboardLink.to} className="mr-3 flex shrink-0 items-center gap-2 rounded-sm">
          <Logo isShort />
          <Badge tone="warn">Operator</Badge>
        </Link>
        <nav aria-label="Admin" className="hidden items-center gap-1 lg:flex">
          <Link to={dashboardLink.to} activeOptions={{ exact: true }} className={link}>
            {dashboardLink.label}
          </Link>
          {menus.map((menu) => (
            // Another page closes an open menu.
            <DropdownMenu
              key={`${menu.title} ${pathname}`}
              align="start"
              trigger={
                <button
                  type="button"
                  className={link}
                  data-current={isCurrentMenu(menu, pathname) ? '' : undefined}
                >
                  {menu.title}
                  <ChevronDown aria-hidden="true" />
                </button>
              }
            >
              {menu.pages.map(({ to, label }) => (
                <DropdownMenuItem key={to} asChild className="aria-[current=page]:text-accent">
                  <Link to={to}>{label}</Link>
                </DropdownMenuItem>
              ))}
            </DropdownMenu>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <ThemeSwitch />
          <span
            className="hidden max-w-56 min-w-0 truncate px-2 text-small text-ink-2 lg:block"
            title={operator.role.display_name}
          >
            Admin: {name}
          </span>
          {/* The narrowest phones have no room for it: there it is in the menu only. */}
          <Button asChild variant="secondary" size="sm" className="max-[359px]:hidden">
            <a href="/dashboard">User View</a>
          </Button>
          <Button variant="ghost" size="sm" className="hidden lg:inline-flex" onClick={onSignOut}>
            Logout
          </Button>
          <OperatorMenu key={pathname} menus={menus} name={name} onSignOut={onSignOut} />
        </div>
      </div>
    </header>
  )
}
