import { useConnection } from '../../../connection/use-connection.ts'
import { useStore } from '../../../ui/create-store.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface Props {
  /** The user gave up, or another account signed in: the page must not be used further. */
  onLeave: (signedIn: boolean) => void
}

/** Asks to sign in again on top of the current page, so that its input is kept. */
export function SessionExpiredDialog({ onLeave }: Props) {
  const { sessionExpired, session, unsaved } = useConnection()
  const open = useStore(sessionExpired)
  const username = session.read()?.username
  // Signing in to the same account closes the dialog.
  const signedIn = () => {
    if (sessionExpired.read()) onLeave(true)
  }
  const giveUp = async () => {
    if (await unsaved.mayLeave()) onLeave(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={() => void giveUp()}
      size="sm"
      title="Sign in"
      description="Your session has ended. What you typed is kept until you sign in again."
    >
      <SignInForm onSignedIn={signedIn} email={username ?? ''} />
    </Dialog>
  )
}
