import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export type SignInDialog = 'sign-in' | 'sign-up'

interface Props {
  open: SignInDialog | null
  onOpenChange: (open: SignInDialog | null) => void
  /** The visitor requested a page that needs a session. */
  hasNext: boolean
  onSignedIn: () => void
}

export function SignInDialogs({ open, onOpenChange, hasNext, onSignedIn }: Props) {
  const close = (next: boolean) => !next && onOpenChange(null)
  return (
    <>
      <Dialog
        open={open === 'sign-in'}
        onOpenChange={close}
        size="sm"
        title="Sign in"
        description="Welcome back. Your values stay locked until you enter your master password."
      >
        {hasNext && <Banner>Please log in first</Banner>}
        <SignInForm leavesPage onSignedIn={onSignedIn} onSignUp={() => onOpenChange('sign-up')} />
      </Dialog>
      <Dialog
        open={open === 'sign-up'}
        onOpenChange={close}
        size="sm"
        title="Create your account"
        description="Free to start, without a card."
      >
        <SignUpForm leavesPage onSignedIn={onSignedIn} onSignIn={() => onOpenChange('sign-in')} />
      </Dialog>
    </>
  )
}
