import { readUserStatus } from '@envhold/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useConnection, useSession } from '../connection/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { FullPage } from './full-page.tsx'

export function SuspendedPage() {
  const { api, forget } = useConnection()
  const session = useSession()
  const navigate = useNavigate()
  const { data, isLoading } = useQuery({
    queryKey: ['user-status'],
    queryFn: ({ signal }) => api.call(readUserStatus, {}, { signal }),
    enabled: session !== null,
    staleTime: 5 * 60_000,
    retry: false,
  })
  // Only a clear answer frees an account: one that cannot be read counts as suspended.
  if (data && data.user.status !== 'SUSPENDED') return <Navigate to="/dashboard" replace />
  if (isLoading) return <FullScreenLoader message="Checking account status..." />
  return (
    <FullPage>
      <h1 className="text-title font-semibold">Account Suspended</h1>
      <p className="max-w-sm text-ink-2">
        An administrator suspended this account. Your projects are kept; nobody can read or change them
        meanwhile.
      </p>
      {data?.suspendedReason && <p className="max-w-sm">Reason: {data.suspendedReason}</p>}
      <Button
        variant="secondary"
        onClick={() => {
          forget()
          void navigate({ to: '/login', replace: true })
        }}
      >
        Logout
      </Button>
    </FullPage>
  )
}
