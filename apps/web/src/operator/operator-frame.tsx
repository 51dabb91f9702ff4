import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { createContext, Fragment, Suspense, useContext } from 'react'
import { Announcement } from '../app/shell/announcement.tsx'
import { LeaveGuard } from '../app/shell/leave-guard.tsx'
import { Logo } from '../app/shell/logo.tsx'
import { ThemeSwitch } from '../app/shell/theme-switch.tsx'
import { displayName } from '../features/accounts/display-name.ts'
import { SecondFactorNotice } from '../features/accounts/security/second-factor-notice.tsx'
import { useOperator } from '../features/operator/operator.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../ui/dialogs/dropdown-menu.tsx'
import { FullScreenLoader } from '../ui/feedback/loading.tsx'
import { Badge } from '../ui/text/badge.tsx'
import { dashboardLink, isCurrentMenu, type Menu, menusOf } from './menus.ts'
import { OperatorCommands } from './operator-commands.tsx'

/** The amber edge says at every scroll position that this is not a customer's page. */
export function OperatorFrame() {
  return (
    <div className="min-h-dvh pb-1 [--spacing-header:3.75rem]">
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-60 border-4 border-frame"
        data-operator-frame=""
      />
      <OperatorHeader />
      <Announcement className="max-w-operator px-5 sm:px-7" />
      <main
        tabIndex={-1}
        className="mx-auto w-full max-w-operator px-5 py-6 outline-none sm:px-7 max-sm:pb-10"
      >
        <SecondFactorNotice isElsewhere className="mb-5" />
        <Suspense fallback={<FullScreenLoader />}>
          <Outlet />
        </Suspense>
      </main>
      <LeaveGuard />
    </div>
  )
}

const link =
  'flex h-8 items-center gap-1 rounded-md px-2.5 font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:text-accent data-current:text-accent [&_svg]:size-4'

function OperatorHeader() {
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
          <OperatorCommands />
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

interface Props {
  readonly menus: readonly Menu[]
  readonly name: string
  readonly onSignOut: () => void
}

/** All menus in one, as flat lists, on a small screen. */
function OperatorMenu({ menus, name, onSignOut }: Props) {
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

/** Ends the session, and leads to signing in. */
export const SignOutContext = createContext<() => void>(() => {})
