import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { Link } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { lazy } from 'react'
import { useSession } from '../../connection/use-connection.ts'
import { displayName } from '../../features/accounts/display-name.ts'
import { useMayEnterOperatorArea } from '../../features/accounts/user-status.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { DropdownMenu } from '../../ui/dialogs/dropdown-menu.tsx'
import { commandKey, Kbd } from '../../ui/text/kbd.tsx'
import type { HeaderMenuProps } from './header-menu-items.tsx'
import { Logo } from './logo.tsx'
import { openCommands } from './open-commands.ts'
import { PlanPart } from './plan-part.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLogout } from './use-logout.ts'
import { VaultSwitch } from './vault-switch.tsx'

const links = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/account', label: 'Account' },
  { to: '/subscription', label: 'Billing' },
  { to: '/cli-auth', label: 'CLI' },
  { to: '/activity', label: 'Activity' },
] as const

const linkClass =
  'rounded-md px-2.5 py-1.5 font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink data-[status=active]:text-accent'

interface Props {
  account: Account | null
  /** It scrolls away, above a bar that has its own search and vault. */
  low: boolean
}

export function Header({ account, low }: Props) {
  const { name, isOperator, onLogout } = useHeaderMenu(account)
  return (
    <header
      data-app-header=""
      className={cn('border-b bg-paper', !low && 'sticky top-0 z-30 bg-paper/90 backdrop-blur-md')}
    >
      <div className="flex h-[47px] items-center gap-2 px-(--gutter)">
        <Link to="/dashboard" className="mr-4 shrink-0 rounded-sm">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden h-full shrink-0 items-center gap-1 lg:flex">
          {links.map(({ to, label }) => (
            <Link key={to} to={to} className={linkClass}>
              {label}
            </Link>
          ))}
          {isOperator && (
            <a href="/admin" className={linkClass}>
              Admin
            </a>
          )}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <PlanPart part="Indicator" />
          {!low && <CommandButton />}
          {!low && <VaultSwitch />}
          <ThemeSwitch />
          <span className="hidden max-w-44 min-w-0 truncate pl-2 text-ink-2 lg:block" title={name}>
            Welcome, <span className="font-medium text-ink">{name}</span>
          </span>
          <Button variant="ghost" size="sm" className="hidden lg:inline-flex" onClick={onLogout}>
            Logout
          </Button>
          <HeaderMenu name={name} isOperator={isOperator} onLogout={onLogout} className="lg:hidden" />
        </div>
      </div>
    </header>
  )
}

/**
 * Opens the command menu. After the indicator of a grace period it has no room for its words; a `:has()` for that would
 * recalculate the styles of the whole page whenever anything moves in it.
 */
const CommandButton = () => (
  <Button
    variant="secondary"
    size="sm"
    onClick={openCommands}
    className="mr-1 hidden gap-3 pr-1 font-normal text-ink-3 lg:inline-flex"
  >
    <span className="flex items-center gap-2">
      <Search />
      <span className="[[data-grace]~*_&]:sr-only">
        Search<span className="sr-only"> or run a command</span>
      </span>
    </span>
    <Kbd>{commandKey}K</Kbd>
  </Button>
)

interface MenuProps extends HeaderMenuProps {
  align?: 'start' | 'end'
  className?: string
}

const HeaderMenuItems = lazy(() => import('./header-menu-items.tsx'))

/** The whole header in a menu: on a small screen, and where the header is scrolled away. */
export function HeaderMenu({ className, align, ...items }: MenuProps) {
  return (
    <DropdownMenu
      {...(align && { align })}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className={className}>
          <Menu />
        </Button>
      }
    >
      <HeaderMenuItems {...items} />
    </DropdownMenu>
  )
}

/** Who is signed in, and where they may go. */
export function useHeaderMenu(account: Account | null): HeaderMenuProps {
  const session = useSession()
  const onLogout = useLogout()
  const isOperator = useMayEnterOperatorArea(account?.id)
  return { name: displayName(account ?? { username: session?.username }), isOperator, onLogout }
}
