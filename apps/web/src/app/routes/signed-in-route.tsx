import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Outlet, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { recoveryCodeUse } from '../../connection/session/recovery-code-use.ts'
import { useSessionState } from '../../connection/session/use-session-state.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { useStoredTimeZone } from '../../features/accounts/profile/stored-time-zone.ts'
import { PendingChanges } from '../../features/accounts/security/pending-changes.tsx'
import { userStatusQuery } from '../../features/accounts/user-status.ts'
import { LockReasonNotice } from '../../features/projects/access/lock-reason-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'
import { FullScreenLoader, Skeleton } from '../../ui/feedback/loading.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { Commands } from '../commands/commands.tsx'
import { Announcement } from '../shell/announcement.tsx'
import { ConnectionBanner, useRefetchOnReconnect } from '../shell/connection-banner.tsx'
import { FullPage } from '../shell/full-page.tsx'
import { Header } from '../shell/header.tsx'
import { LeaveGuard } from '../shell/leave-guard.tsx'
import { PlanPart } from '../shell/plan-part.tsx'
import { useFocusAfterNavigation } from '../shell/use-focus-after-navigation.ts'
import { useIdlePreload } from '../shell/use-idle-preload.ts'
import { useLogout } from '../shell/use-logout.ts'
import { AutoLockNotice } from '../shell/vault-switch.tsx'

const SuspendedShell = deferred(async () => (await import('./suspended-route.tsx')).SuspendedShell)
const SessionExpiredDialog = deferred(
  async () =>
    (await import('../../features/accounts/sign-in/session-expired-dialog.tsx')).SessionExpiredDialog,
)

/** Few people sign in with a recovery code. */
const RecoveryCodeNotice = deferred(
  async () => (await import('../../features/accounts/security/recovery-code-notice.tsx')).RecoveryCodeNotice,
  () => <Skeleton className="mx-auto h-18 w-full max-w-content" />,
)

const forcedPaths = ['/login', '/suspended']

/** The layout around every signed-in page, once the session is loaded. */
export function SignedInLayout() {
  const state = useSessionState()
  const logout = useLogout()
  const connection = useConnection()
  const { sessionExpired, forget, unsaved, session } = connection
  const hasSession = useSession() !== null
  const isExpired = useStore(sessionExpired)
  const navigate = useNavigate()
  const { state: page } = useRouter()
  const onProject = useMatch({ from: '/inside/project/$id', shouldThrow: false }) !== undefined
  useFocusAfterNavigation()
  useIdlePreload()
  useStoredTimeZone()
  const startAgain = () => {
    unsaved.forget()
    window.location.assign('/dashboard')
  }
  const leave = () => {
    forget()
    void navigate({ to: '/login', search: { next: page.location.href }, replace: true })
  }
  const status = useQuery({ ...userStatusQuery(connection), enabled: hasSession })
  useRefetchOnReconnect(state.status)
  if (state.status === 'loading') return <FullScreenLoader message="Initializing secure authentication..." />
  if (state.status === 'error')
    return (
      <FullPage>
        <ErrorState title="Signing you in failed" onRetry={state.retry} busy={state.isRetrying}>
          The server’s response could not be understood. None of your data was changed.
          {state.requestId && <span className="mt-2 block font-mono text-small">{state.requestId}</span>}
        </ErrorState>
        <Button variant="link" onClick={() => void logout()}>
          Logout
        </Button>
      </FullPage>
    )
  if (state.status === 'suspended') return <SuspendedShell />
  // The code that signed the user out navigates away.
  if (state.status === 'ready' && !state.account && !sessionExpired.read()) return null
  // A status that cannot be read locks nobody out: calls of a suspended account are rejected anyway.
  const isStatusUnknown = status.isError || (status.isPending && status.errorUpdateCount > 0)
  const unknownWhy = status.error ?? status.failureReason
  if (status.isLoading && !isStatusUnknown) return <FullScreenLoader message="Checking account status..." />
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent-fill px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header account={state.status === 'ready' ? state.account : null} low={onProject} />
      <Announcement />
      <PendingChanges />
      {recoveryCodeUse.read() && <RecoveryCodeNotice />}
      <PlanPart part="Strip" />
      <ConnectionBanner
        failure={state.status === 'degraded' ? state.error : isStatusUnknown ? unknownWhy : undefined}
        isRetrying={state.isRetrying || status.isFetching}
        onRetry={() => {
          if (state.status === 'degraded') state.retry()
          void status.refetch()
        }}
      />
      <LockReasonNotice />
      {/* Another element on a project, since elements that move count as jumps of the page. */}
      <main
        key={`main ${onProject}`}
        id="content"
        tabIndex={-1}
        className={cn('w-full outline-none', !onProject && 'mx-auto max-w-content px-4 py-6 sm:px-6')}
      >
        <Outlet />
      </main>
      {isExpired && <SessionExpiredDialog onCancel={leave} onOtherAccount={startAgain} />}
      <Commands />
      <LeaveGuard isForced={(path) => session.read() === null || forcedPaths.includes(path)} />
      <AutoLockNotice />
    </>
  )
}

export const route = createLazyRoute('/inside')({ component: SignedInLayout })
