import { createLazyRoute, Link, useRouteContext } from '@tanstack/react-router'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { SessionExpiredDialog } from '../../features/accounts/sign-in/session-expired-dialog.tsx'
import { UnlockPrompt } from '../../features/keyring/unlock-prompt.tsx'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Logo } from '../shell/logo.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { AcceptInvitePanel } from './accept-invite-panel.tsx'

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
        {secret ? <AcceptInvitePanel key={secret} secret={secret} /> : <NoLink />}
      </main>
      <UnlockPrompt />
      <SessionExpiredDialog onLeave={forget} />
    </div>
  )
}

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
