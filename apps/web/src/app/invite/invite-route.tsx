import { createLazyRoute, Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { SessionExpiredDialog } from '../../features/accounts/sign-in/session-expired-dialog.tsx'
import { InvitationDetails } from '../../features/collaborators/invitations/invitation-parts.tsx'
import {
  InvitationResponse,
  type OpenedInvitation,
  useOpenedInvitation,
} from '../../features/collaborators/invitations/invitation-response.tsx'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { useOpenJoined } from '../joined-project.ts'
import { Logo } from '../shell/logo.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { AccountInvitation } from './account-invitation.tsx'
import {
  FailedInvitation,
  InvalidInvitation,
  InvitationCard,
  LoadingInvitation,
} from './invitation-states.tsx'
import { InviteIdentity } from './invite-identity.tsx'

/** The page of a mailed invitation link, for visitors with or without an account. */
function InvitePage() {
  const { forget } = useConnection()
  const { invitation } = useRouteContext({ from: '/invite' })
  const secret = useStore(invitation)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <title>Invitation · Envhold</title>
      <header className="flex h-header items-center justify-between px-4 sm:px-6">
        <Link to="/">
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
        {secret ? <Opened key={secret} secret={secret} /> : <NoLink />}
      </main>
      <SessionExpiredDialog onCancel={forget} />
    </div>
  )
}

/** An operator's invitation to create an account is told by the form of its secret. */
const Opened = ({ secret }: { secret: string }) =>
  secret.startsWith('eml_') ? <AccountInvitation secret={secret} /> : <AcceptInvitePanel secret={secret} />

/** Shown after a reload, which discards the secret, or for a link without one. */
function NoLink() {
  const session = useSession()
  return (
    <>
      <h1 className="sr-only">Invitation</h1>
      <EmptyState
        title="Open the invitation’s link again"
        action={
          <Button variant="secondary" asChild>
            {session ? <Link to="/dashboard">Back to Dashboard</Link> : <Link to="/">Go to Envhold</Link>}
          </Button>
        }
      >
        The invitation is identified only by its link, and reloading this page discards it. If your mail
        program breaks the link over two lines, copy both.
      </EmptyState>
    </>
  )
}

export const route = createLazyRoute('/invite')({ component: InvitePage })

/** Shows the invitation of a link, or why the link is no longer valid. */
function AcceptInvitePanel({ secret }: { secret: string }) {
  const { invitation, isInvalid, error, isFetching, refetch } = useOpenedInvitation(secret)
  if (isInvalid)
    return (
      <InvalidInvitation>
        It expired, was canceled, or was answered already. If you accepted it, the project is on your
        dashboard. Otherwise, ask the person who invited you for a new one.
      </InvalidInvitation>
    )
  if (invitation)
    return <Invitation invitation={invitation} secret={secret} onFailed={() => void refetch()} />
  if (error) return <FailedInvitation error={error} onRetry={refetch} busy={isFetching} />
  return <LoadingInvitation />
}

function Invitation({
  invitation,
  secret,
  onFailed,
}: {
  invitation: OpenedInvitation
  secret: string
  onFailed: () => void
}) {
  const navigate = useNavigate()
  const openJoined = useOpenJoined()
  return (
    <InvitationCard details={<InvitationDetails invitation={invitation} />}>
      <InviteIdentity invitation={invitation} secret={secret}>
        <InvitationResponse
          invitation={invitation}
          secret={secret}
          onAccepted={openJoined}
          onDeclined={() => void navigate({ to: '/dashboard', replace: true })}
          onFailed={onFailed}
        />
      </InviteIdentity>
    </InvitationCard>
  )
}
