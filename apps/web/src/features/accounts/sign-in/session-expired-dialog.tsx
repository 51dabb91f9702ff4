import { useConnection } from '../../../connection/use-connection.ts'
import { useStore } from '../../../ui/create-store.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface Props {
  onCancel: () => void
  /** Another account signed in, for which the page must not be used. Without it, the page continues with that account. */
  onOtherAccount?: () => void
}

/** Asks to sign in again on top of the current page, so that its input is kept. */
export function SessionExpiredDialog({ onCancel, onOtherAccount }: Props) {
  const { sessionExpired, session, unsaved, queries } = useConnection()
  const open = useStore(sessionExpired)
  const username = session.read()?.username
  // Signing in to the same account closes the dialog.
  const signedIn = () => {
    if (!sessionExpired.read()) return
    if (onOtherAccount) return onOtherAccount()
    sessionExpired.set(false)
    void queries.resetQueries()
  }
  const giveUp = async () => {
    if (await unsaved.mayLeave()) onCancel()
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
