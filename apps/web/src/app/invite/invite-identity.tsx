import type { ReactNode } from 'react'
import { useState } from 'react'
import { outageText } from '../../connection/api/error-text.ts'
import { useSessionState } from '../../connection/session/use-session-state.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { isSameEmail } from '../../features/accounts/display-name.ts'
import { SignInForm } from '../../features/accounts/sign-in/sign-in-form.tsx'
import { SignUpForm } from '../../features/accounts/sign-in/sign-up-form.tsx'
import type { OpenedInvitation } from '../../features/collaborators/invitations/invitation-response.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { useEndSession } from '../shell/use-logout.ts'

interface Props {
  invitation: OpenedInvitation
  secret: string
  /** Shown to the invited account. */
  children: ReactNode
}

/** Makes sure that the invited account answers: signs up, signs in, or signs out of another account. */
export function InviteIdentity({ invitation, secret, children }: Props) {
  const state = useSessionState()
  const session = useSession()
  const { sessionExpired } = useConnection()
  if (!session && !sessionExpired.read()) return <SignedOut invitation={invitation} secret={secret} />
  if (state.status === 'loading') return <Skeleton className="h-24 w-full" />
  if (state.status !== 'ready')
    return (
      <ErrorState
        title={state.status === 'degraded' ? `${outageText(state.error).title}.` : 'Signing you in failed'}
        onRetry={state.retry}
        busy={state.isRetrying}
      >
        The invitation stays open until then.
      </ErrorState>
    )
  if (state.account && !isSameEmail(state.account.email, invitation.email))
    return (
      <WrongAccount
        username={state.account.username}
        email={state.account.email}
        invited={invitation.email}
      />
    )
  return children
}

function SignedOut({ invitation, secret }: Omit<Props, 'children'>) {
  const { email, has_account: has } = invitation
  const [signsIn, setSignsIn] = useState(has)
  const address = <span className="font-medium wrap-anywhere text-ink">{email}</span>
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {signsIn ? <>Sign in as {address} to answer.</> : <>Create an account for {address} to answer.</>}
      </p>
      {signsIn ? (
        <SignInForm
          onSignedIn={() => {}}
          email={has ? email : ''}
          {...(!has && { onSignUp: () => setSignsIn(false) })}
        />
      ) : (
        <SignUpForm onSignedIn={() => {}} onSignIn={() => setSignsIn(true)} invitation={{ email, secret }} />
      )}
    </div>
  )
}

function WrongAccount({ username, email, invited }: { username: string; email: string; invited: string }) {
  const endSession = useEndSession()
  return (
    <div className="grid gap-4">
      <Banner tone="warn" title="This invitation is for another account">
        You are signed in as {username}, <span className="wrap-anywhere">{email}</span>. It was sent to{' '}
        <span className="font-medium wrap-anywhere text-ink">{invited}</span>.
      </Banner>
      <Button className="w-full" onClick={endSession}>
        Switch account
      </Button>
    </div>
  )
}
