import { ApiError } from '@envhold/client/api-error.ts'
import { openAccountInvitation } from '@envhold/contract/accounts/account-invitations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { useSession } from '../../connection/use-connection.ts'
import { SignInForm } from '../../features/accounts/sign-in/sign-in-form.tsx'
import { SignUpForm } from '../../features/accounts/sign-in/sign-up-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/text/time.tsx'
import {
  FailedInvitation,
  InvalidInvitation,
  InvitationCard,
  LoadingInvitation,
} from './invitation-states.tsx'

/** An operator's invitation to create an account. The secret is in no query key, but each link has its own. */
export function AccountInvitation({ secret }: { secret: string }) {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['opened-account-invitation', useId()],
    queryFn: async ({ signal }) =>
      (await api.call(openAccountInvitation, { body: { token: secret } }, { signal })).invitation,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <Invited invitation={data} secret={secret} />
  if (error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code))
    return (
      <InvalidInvitation>
        It expired, was withdrawn, or the account exists already. Ask the operator who invited you for a new
        one.
      </InvalidInvitation>
    )
  if (error)
    return <FailedInvitation error={errorText(error)} onRetry={() => void refetch()} busy={isFetching} />
  return <LoadingInvitation />
}

interface Props {
  readonly invitation: { readonly email: string; readonly expires_at: string }
  readonly secret: string
}

function Invited({ invitation: { email, expires_at }, secret }: Props) {
  const navigate = useNavigate()
  const session = useSession()
  const [signsIn, setSignsIn] = useState(false)
  const enter = () => void navigate({ to: '/dashboard', replace: true })
  return (
    <InvitationCard
      details={
        <p className="text-ink-2">
          An operator of this server invites{' '}
          <span className="font-medium wrap-anywhere text-ink">{email}</span> to create an account, until{' '}
          <Time at={expires_at} date />.
        </p>
      }
    >
      {session ? (
        <Button variant="secondary" asChild>
          <Link to="/dashboard">You are signed in: go to Dashboard</Link>
        </Button>
      ) : signsIn ? (
        <SignInForm onSignedIn={enter} email="" onSignUp={() => setSignsIn(false)} />
      ) : (
        <SignUpForm
          onSignedIn={enter}
          onSignIn={() => setSignsIn(true)}
          invitation={{ email, secret }}
          isByOperator
        />
      )}
    </InvitationCard>
  )
}
