import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useSession } from '../../../connection/use-connection.ts'
import { ConfirmEmail } from '../../../features/accounts/mailed-links/confirm-email.tsx'
import { type LinkPath, linkTitles } from '../../../features/accounts/mailed-links/link-title.ts'
import { Protection } from '../../../features/accounts/mailed-links/protection.tsx'
import { ResetPassword } from '../../../features/accounts/mailed-links/reset-password.tsx'
import { Button } from '../../../ui/button.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { useEndSession } from '../../shell/use-logout.ts'

/**
 * The pages of mailed links. The secret of a link is the fragment: it is moved to this page's memory and removed from
 * the address bar and the history before any call.
 */
export function MailedLinkPage({ path }: { path: LinkPath }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const endSession = useEndSession()
  const [token, setToken] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: path, replace: true })
  }, [hash, navigate, path])
  const nextStep = (
    <Button asChild>
      {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign in</Link>}
    </Button>
  )
  return (
    <FullPage>
      <title>{`${linkTitles[path]} · Envhold`}</title>
      <LinkContent key={token} {...{ path, token, nextStep }} onSwitchAccount={endSession} />
    </FullPage>
  )
}

interface ContentProps {
  path: LinkPath
  token: string | null
  nextStep: ReactNode
  onSwitchAccount: () => void
}

function LinkContent({ path, ...props }: ContentProps) {
  switch (path) {
    case '/reset-password':
      return <ResetPassword token={props.token} back={props.nextStep} />
    case '/confirm-email':
      return <ConfirmEmail {...props} />
    case '/not-me':
      return <Protection purpose="not-me" {...props} />
    case '/undo-email':
      return <Protection purpose="undo-email" {...props} />
    case '/stop-change':
      return <Protection purpose="stop-change" {...props} />
    case '/revoke-tokens':
      return <Protection purpose="revoke-tokens" {...props} />
  }
}
