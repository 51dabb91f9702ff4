import type { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link, Navigate, Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { Ban, Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { sessionStateKey } from '../../connection/session/load-session.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { isConfinedStatus, userStatusQuery } from '../../features/accounts/user-status.ts'
import { DownloadEverything } from '../../features/export/download-everything.tsx'
import { Button } from '../../ui/button.tsx'
import { FullScreenLoader } from '../../ui/feedback/loading.tsx'
import { RoundIcon } from '../../ui/feedback/states.tsx'
import { Announcement } from '../shell/announcement.tsx'
import { FullPage } from '../shell/full-page.tsx'
import { Logo } from '../shell/logo.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { useLogout } from '../shell/use-logout.ts'

const SuspendedRoute = () => (
  <>
    <Announcement />
    <SuspendedPage />
  </>
)

export const route = createLazyRoute('/suspended')({ component: SuspendedRoute })

export function SuspendedPage() {
  const navigate = useNavigate()
  const { status, isLoading } = useReturnWhenFree(() => void navigate({ to: '/dashboard', replace: true }))
  if (isLoading) return <FullScreenLoader message="Checking account status..." />
  if (status?.user.status === 'PENDING') return <PendingPage {...status} />
  return (
    <ConfinedPage
      title="Account Suspended"
      icon={<RoundIcon icon={Ban} className="bg-bad-soft text-bad" />}
      subject="Suspended account"
      status={status}
      first={
        <Button asChild>
          <Link to="/subscription">Manage Subscription</Link>
        </Button>
      }
      last={<DownloadEverything />}
    >
      <p className="max-w-md text-balance text-ink-2">
        Your account has been suspended by an administrator. Your projects are kept. Collaborators can still
        read what you shared with them, but nobody can change your projects, and your API keys and tokens do
        not work.
      </p>
      {status?.suspendedReason && (
        <div className="grid max-w-md gap-0.5 rounded-lg border bg-surface px-5 py-3">
          <p className="text-small text-ink-3">Reason</p>
          <p className="break-words">{status.suspendedReason}</p>
        </div>
      )}
      {status && (
        <p className="max-w-md break-words whitespace-pre-line text-balance text-ink-2">
          {status.suspensionMessage}
        </p>
      )}
    </ConfinedPage>
  )
}

/** What an account sees that waits for approval. */
const PendingPage = (status: Status) => (
  <ConfinedPage
    title="Waiting for Approval"
    icon={<RoundIcon icon={Hourglass} className="bg-warn-soft text-warn" />}
    subject="Account waiting for approval"
    status={status}
  >
    <p className="max-w-md text-balance text-ink-2">
      Your account was created. An operator of this server has to approve it before you can use it. You will
      get an e-mail at <span className="break-words">{status.user.email}</span> then, and this page opens
      automatically.
    </p>
  </ConfinedPage>
)

type Status = OutputOf<typeof readUserStatus>

interface ConfinedPageProps {
  title: string
  icon: ReactNode
  /** What a mail to the support is about. */
  subject: string
  status: Status | undefined
  children: ReactNode
  /** Buttons around the one for the support. */
  first?: ReactNode
  last?: ReactNode
}

function ConfinedPage({ title, icon, subject, status, children, first, last }: ConfinedPageProps) {
  const logout = useLogout()
  return (
    <FullPage>
      <title>{`${title} · Envhold`}</title>
      {icon}
      <h1 className="text-title font-semibold">{title}</h1>
      {children}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {first}
        {status && (
          <Button variant="secondary" asChild>
            <a
              href={`mailto:${encodeURI(status.supportEmail)}?subject=${encodeURIComponent(`${subject}: ${status.user.username}`)}`}
            >
              Contact Support
            </a>
          </Button>
        )}
        {last}
        <Button variant="ghost" onClick={() => void logout()}>
          Logout
        </Button>
      </div>
    </FullPage>
  )
}

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

const pollIntervalMs = 30_000

/** The status of a suspended account, asked often. Once it is free, everything is read again. */
export function useReturnWhenFree(onFree: () => void = () => {}) {
  const connection = useConnection()
  const { queries } = connection
  const session = useSession()
  const status = useQuery({
    ...userStatusQuery(connection),
    enabled: session !== null,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  })
  // Only a clear answer frees an account, and none from before the suspension.
  const isFree = status.data !== undefined && !status.isFetching && !isConfinedStatus(status.data.user.status)
  const goBack = useEffectEvent(() => {
    void queries.invalidateQueries({ refetchType: 'none' })
    void queries.resetQueries({ queryKey: sessionStateKey })
    onFree()
  })
  useEffect(() => {
    if (isFree) goBack()
  }, [isFree])
  return { status: status.data, isLoading: (status.isLoading && status.errorUpdateCount === 0) || isFree }
}
