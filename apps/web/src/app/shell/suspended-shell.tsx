import { Link, Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Announcement } from './announcement.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLogout } from './use-logout.ts'
import { useReturnWhenFree } from './use-return-when-free.ts'

/** The header and frame of the one page that a suspended account can open; every other page leads to `/suspended`. */
export function SuspendedShell() {
  const logout = useLogout()
  useReturnWhenFree()
  // The page that is shown: the address changes before the next page has loaded.
  const isBilling = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/inside/subscription'),
  })
  if (!isBilling) return <Navigate to="/suspended" replace />
  return (
    <>
      <header className="sticky top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
        <div className="mx-auto flex h-header max-w-content items-center gap-2 px-4 sm:px-6">
          <Link to="/suspended" className="shrink-0 rounded-sm" aria-label="Envhold, account status">
            <Logo />
          </Link>
          <div className="ml-auto flex items-center gap-1">
            <ThemeSwitch />
            <Button variant="ghost" size="sm" onClick={logout}>
              Logout
            </Button>
          </div>
        </div>
      </header>
      <Announcement />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-content px-4 py-6 outline-none sm:px-6 sm:py-8"
      >
        <Outlet />
      </main>
    </>
  )
}
