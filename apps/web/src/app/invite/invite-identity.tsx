import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { outageText } from '../../connection/api/error-text.ts'
import { useSessionState } from '../../connection/session/use-session-state.ts'
import { useApi } from '../../connection/use-api.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { isSameEmail } from '../../features/accounts/display-name.ts'
import { SignInForm } from '../../features/accounts/sign-in/sign-in-form.tsx'
import { SignUpForm } from '../../features/accounts/sign-in/sign-up-form.tsx'
import type { OpenedInvitation } from '../../features/collaborators/invitations/invitation-response.tsx'
import { invitationsQuery } from '../../features/collaborators/invitations/invitations-query.ts'
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
  if (!state.account || isSameEmail(state.account.email, invitation.email)) return children
  return (
    <IfListed
      invitation={invitation}
      otherwise={<WrongAccount account={state.account} invitation={invitation} />}
    >
      {children}
    </IfListed>
  )
}

interface IfListedProps extends Pick<Props, 'invitation' | 'children'> {
  otherwise: ReactNode
}

/** An account that has changed its e-mail address since it was invited still lists the invitation. */
function IfListed({ invitation, otherwise, children }: IfListedProps) {
  const { data, isPending } = useQuery(invitationsQuery(useApi()))
  if (isPending) return <Skeleton className="h-24 w-full" />
  return data?.some(({ token }) => token === invitation.token) ? children : otherwise
}

function SignedOut({ invitation, secret }: Omit<Props, 'children'>) {
  const { email, has_account: has, email_changed: hasChanged } = invitation
  const [signsIn, setSignsIn] = useState(has || hasChanged)
  const address = <span className="font-medium wrap-anywhere text-ink">{email}</span>
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {hasChanged ? (
          <>The account with {address} has another e-mail address now. Sign in with that to answer.</>
        ) : signsIn ? (
          <>Sign in as {address} to answer.</>
        ) : (
          <>Create an account for {address} to answer.</>
        )}
      </p>
      {signsIn ? (
        <SignInForm
          onSignedIn={() => {}}
          email={has ? email : ''}
          {...(!has && !hasChanged && { onSignUp: () => setSignsIn(false) })}
        />
      ) : (
        <SignUpForm onSignedIn={() => {}} onSignIn={() => setSignsIn(true)} invitation={{ email, secret }} />
      )}
    </div>
  )
}

interface WrongAccountProps extends Pick<Props, 'invitation'> {
  account: Pick<Account, 'username' | 'email'>
}

function WrongAccount({ account: { username, email }, invitation }: WrongAccountProps) {
  const endSession = useEndSession()
  return (
    <div className="grid gap-4">
      <Banner tone="warn" title="This invitation is for another account">
        You are signed in as {username}, <span className="wrap-anywhere">{email}</span>. It was sent to{' '}
        <span className="font-medium wrap-anywhere text-ink">{invitation.email}</span>.
        {invitation.email_changed &&
          ' If that was your address, ask for an invitation to the one you have now.'}
      </Banner>
      <Button className="w-full" onClick={endSession}>
        Switch account
      </Button>
    </div>
  )
}
