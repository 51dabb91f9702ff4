import { createLazyRoute, Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
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
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useOpenJoined } from '../joined-project.ts'
import { Logo } from '../shell/logo.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { AccountInvitation } from './account-invitation.tsx'
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
      <SessionExpiredDialog onLeave={forget} />
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
  if (isInvalid) return <InvalidInvitation />
  if (invitation)
    return <Invitation invitation={invitation} secret={secret} onFailed={() => void refetch()} />
  if (error)
    return (
      <>
        <h1 className="sr-only">Invitation</h1>
        <ErrorState title={error} onRetry={refetch} busy={isFetching}>
          The invitation itself is not affected.
        </ErrorState>
      </>
    )
  return (
    <Card aria-busy="true" className="grid gap-3 p-6">
      <h1 className="sr-only">Invitation</h1>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-4 h-9 w-full" />
    </Card>
  )
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
    <Card className="grid gap-5 p-6">
      <div className="grid gap-3">
        <h1 className="text-title font-semibold text-balance">You are invited</h1>
        <InvitationDetails invitation={invitation} />
        <p className="text-ink-2">
          Envhold is a vault for the environment variables of software projects. Only the people of a project
          can read them.
        </p>
      </div>
      <hr />
      <InviteIdentity invitation={invitation} secret={secret}>
        <InvitationResponse
          invitation={invitation}
          secret={secret}
          onAccepted={openJoined}
          onDeclined={() => void navigate({ to: '/dashboard', replace: true })}
          onFailed={onFailed}
        />
      </InviteIdentity>
    </Card>
  )
}

function InvalidInvitation() {
  const session = useSession()
  return (
    <>
      <h1 className="sr-only">Invitation</h1>
      <EmptyState
        icon={MailX}
        title="This invitation is no longer valid"
        action={
          <Button variant="secondary" asChild>
            {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign in</Link>}
          </Button>
        }
      >
        It expired, was canceled, or was answered already. If you accepted it, the project is on your
        dashboard. Otherwise, ask the person who invited you for a new one.
      </EmptyState>
    </>
  )
}
