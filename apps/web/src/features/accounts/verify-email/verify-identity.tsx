import { LogIn, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { outageText } from '../../../connection/api/error-text.ts'
import { useSessionState } from '../../../connection/session/use-session-state.ts'
import { useConnection, useSession } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/feedback/loading.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { isSameEmail } from '../display-name.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { type LinkedAccount, VerifyOutcome } from './verification-link.tsx'

interface Props {
  linked: LinkedAccount
  onSwitchAccount: () => void
  /** For the account that the link belongs to. */
  children: ReactNode
}

/** Asks to sign in to the link's account, which somebody else may have created with this address. */
export function VerifyIdentity({ linked, onSwitchAccount, children }: Props) {
  const session = useSession()
  const state = useSessionState()
  const { sessionExpired } = useConnection()
  if (!session && !sessionExpired.read())
    return (
      <SignInFirst email={linked.email}>
        The link confirms <Strong>{linked.email}</Strong> for the account <Strong>{linked.username}</Strong>.
        If you did not create that account, close this page. Without confirmation, it receives none of your
        invitations.
      </SignInFirst>
    )
  if (state.status !== 'ready')
    return (
      <>
        <h1 className="sr-only">Verify your e-mail address</h1>
        {state.status === 'loading' ? (
          <Spinner className="text-accent" />
        ) : (
          <ErrorState
            title={
              state.status === 'degraded' ? `${outageText(state.error).title}.` : 'Signing you in failed'
            }
            onRetry={state.retry}
            busy={state.isRetrying}
          >
            The link stays valid.
          </ErrorState>
        )}
      </>
    )
  if (state.account && !isSameEmail(state.account.email, linked.email))
    return (
      <VerifyOutcome
        icon={UserX}
        tone="warn"
        title="This link belongs to another account"
        action={<Button onClick={onSwitchAccount}>Switch account</Button>}
      >
        You are signed in as <Strong>{state.account.username}</Strong>. The link confirms{' '}
        <Strong>{linked.email}</Strong> for the account <Strong>{linked.username}</Strong>. If you did not
        create that account, do nothing.
      </VerifyOutcome>
    )
  return children
}

/** What a link that confirms an address shows to someone who is not signed in. */
export const SignInFirst = ({ email, children }: { email?: string; children: ReactNode }) => (
  <VerifyOutcome
    icon={LogIn}
    tone="good"
    title="Sign in to confirm this address"
    action={
      <div className="mt-2 w-80 max-w-full text-left">
        <SignInForm onSignedIn={() => {}} {...(email !== undefined && { email })} />
      </div>
    }
  >
    {children}
  </VerifyOutcome>
)
