import { readUserStatus } from '@envhold/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx'
import { FullPage } from '../shell/full-page.tsx'
import { useLogout } from '../shell/use-logout.ts'
import { supportEmail } from './support-email.ts'

const subscription = '/subscription'

export function SuspendedPage() {
  const { api } = useConnection()
  const session = useSession()
  const logout = useLogout()
  const { routesByPath } = useRouter()
  const hasSubscription = subscription in routesByPath
  const { data, isLoading } = useQuery({
    queryKey: ['user-status'],
    queryFn: ({ signal }) => api.call(readUserStatus, {}, { signal }),
    enabled: session !== null,
    staleTime: 5 * 60_000,
    retry: false,
  })
  // Without a clear answer the account counts as suspended.
  if (data && data.user.status !== 'SUSPENDED') return <Navigate to="/dashboard" replace />
  if (isLoading) return <FullScreenLoader message="Checking account status..." />
  const subject = encodeURIComponent(`Suspended account${data ? `: ${data.user.username}` : ''}`)
  return (
    <FullPage>
      <title>Account Suspended · Envhold</title>
      <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <Ban className="size-5" aria-hidden="true" />
      </span>
      <h1 className="text-title font-semibold">Account Suspended</h1>
      <p className="max-w-md text-balance text-ink-2">
        Your account has been suspended by an administrator. Your projects are kept, but nobody can read or
        change them while the account is suspended.
      </p>
      {data?.suspendedReason && (
        <div className="grid max-w-md gap-0.5 rounded-lg border bg-surface px-5 py-3">
          <p className="text-small text-ink-3">Reason</p>
          <p className="break-words">{data.suspendedReason}</p>
        </div>
      )}
      {hasSubscription && (
        <p className="max-w-md text-balance text-ink-2">
          You can still manage your subscription and billing.
        </p>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {hasSubscription && (
          <Button asChild>
            <a href={subscription}>Manage Subscription</a>
          </Button>
        )}
        <Button variant="secondary" asChild>
          <a href={`mailto:${supportEmail(window.location.hostname)}?subject=${subject}`}>Contact Support</a>
        </Button>
        <Button variant="ghost" onClick={() => void logout()}>
          Logout
        </Button>
      </div>
    </FullPage>
  )
}
