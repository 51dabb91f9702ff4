import { createLazyRoute, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { useConnection, useSession } from '../../../connection/use-connection.ts'
import { SessionExpiredDialog } from '../../../features/accounts/sign-in/session-expired-dialog.tsx'
import { VerifyEmail } from '../../../features/accounts/verify-email/verify-email.tsx'
import { Button } from '../../../ui/button.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { useEndSession } from '../../shell/use-logout.ts'

/**
 * The page of the mailed verification link. Its secret is the fragment: it is moved to this page's memory and removed
 * from the address bar and the history before any call.
 */
function VerifyEmailPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const { forget } = useConnection()
  const endSession = useEndSession()
  const [token, setToken] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: '/verify-email', replace: true })
  }, [hash, navigate])
  return (
    <FullPage>
      <title>Verify your e-mail address · Envhold</title>
      <VerifyEmail
        key={token}
        token={token}
        onSwitchAccount={endSession}
        nextStep={
          <Button asChild>
            {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign in</Link>}
          </Button>
        }
      />
      <SessionExpiredDialog onLeave={forget} />
    </FullPage>
  )
}

export const route = createLazyRoute('/verify-email')({ component: VerifyEmailPage })
