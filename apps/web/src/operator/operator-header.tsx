import { logout } from '@envhold/contract/accounts.ts'
import { Logo } from '../app/shell/logo.tsx'
import { ThemeSwitch } from '../app/shell/theme-switch.tsx'
import { displayName } from '../features/accounts/display-name.ts'
import type { Operator } from '../features/operator/operator.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { OperatorConnection } from './operator-connection.ts'

const timeoutMs = 3_000
const link =
  'rounded-md px-2.5 py-1.5 font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:text-accent'

interface Props {
  readonly operator: Operator
  readonly connection: OperatorConnection
  readonly isStartPage: boolean
}

export function OperatorHeader({ operator: { account, role }, connection, isStartPage }: Props) {
  const signOut = async () => {
    const ended = connection.api.call(logout, {}, { signal: AbortSignal.timeout(timeoutMs) })
    connection.session.clear()
    await ended.catch(() => {})
    window.location.replace('/login')
  }
  return (
    <header className="sticky top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
      <div className="mx-auto flex min-h-header max-w-content flex-wrap items-center gap-2 px-4 py-2 sm:px-6">
        <a href="/admin" className="mr-4 shrink-0 rounded-sm">
          <Logo />
        </a>
        <nav aria-label="Admin" className="flex items-center gap-1">
          <a href="/admin" className={link} aria-current={isStartPage ? 'page' : undefined}>
            Dashboard
          </a>
          <a href="/dashboard" className={link}>
            User View
          </a>
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <ThemeSwitch />
          <Badge className="ml-2 hidden lg:inline-flex">{role.display_name}</Badge>
          <span className="min-w-0 truncate pl-2 text-ink-2">
            Admin: <span className="font-medium text-ink">{displayName(account)}</span>
          </span>
          <Button variant="ghost" size="sm" onClick={() => void signOut()}>
            Logout
          </Button>
        </div>
      </div>
    </header>
  )
}
