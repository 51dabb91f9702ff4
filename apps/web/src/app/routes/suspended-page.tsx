import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { sessionStateKey } from '../../connection/session/load-session.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { userStatusQuery } from '../../features/accounts/user-status-query.ts'
import { Button } from '../../ui/button.tsx'
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx'
import { FullPage } from '../shell/full-page.tsx'
import { useLogout } from '../shell/use-logout.ts'
import { supportEmail } from './support-email.ts'

/** Leads back in once the account is no longer suspended: who it is has to be asked again. */
function useReturn(isFree: boolean) {
  const { queries } = useConnection()
  const session = useSession()
  const navigate = useNavigate()
  const goBack = useEffectEvent(() => {
    queries.removeQueries({ queryKey: sessionStateKey(session?.username ?? '') })
    void navigate({ to: '/dashboard', replace: true })
  })
  useEffect(() => {
    if (isFree) goBack()
  }, [isFree])
}

export function SuspendedPage() {
  const { api } = useConnection()
  const session = useSession()
  const logout = useLogout()
  const { data, isLoading } = useQuery({ ...userStatusQuery(api), enabled: session !== null })
  // Only a clear answer frees an account: one that cannot be read counts as suspended.
  const isFree = data !== undefined && data.user.status !== 'SUSPENDED'
  useReturn(isFree)
  if (isLoading || isFree) return <FullScreenLoader message="Checking account status..." />
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
      <p className="max-w-md text-balance text-ink-2">You can still manage your subscription and billing.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to="/subscription">Manage Subscription</Link>
        </Button>
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
