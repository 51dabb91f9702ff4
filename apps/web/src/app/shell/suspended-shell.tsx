import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { sessionStateKey } from '../../connection/session/load-session.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { isConfinedStatus, userStatusQuery } from '../../features/accounts/user-status.ts'
import { Button } from '../../ui/button.tsx'
import { Announcement } from './announcement.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLogout } from './use-logout.ts'

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

const askedEveryMs = 30_000

/** The status of a suspended account, asked often. Once it is free, everything is read again. */
export function useReturnWhenFree(onFree: () => void = () => {}) {
  const connection = useConnection()
  const { queries } = connection
  const session = useSession()
  const status = useQuery({
    ...userStatusQuery(connection),
    enabled: session !== null,
    staleTime: 0,
    refetchInterval: askedEveryMs,
  })
  // Only a clear answer frees an account, and none from before the suspension.
  const isFree = status.data !== undefined && !status.isFetching && !isConfinedStatus(status.data.user.status)
  const goBack = useEffectEvent(() => {
    void queries.invalidateQueries({ refetchType: 'none' })
    void queries.resetQueries({ queryKey: sessionStateKey(session?.username ?? '') })
    onFree()
  })
  useEffect(() => {
    if (isFree) goBack()
  }, [isFree])
  return { status: status.data, isLoading: (status.isLoading && status.errorUpdateCount === 0) || isFree }
}
