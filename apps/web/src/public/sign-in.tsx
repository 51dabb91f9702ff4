// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { toast } from 'sonner'
import { createConnection } from '../connection/connection.ts'
import { ApiContext } from '../connection/use-api.ts'
import { ConnectionContext } from '../connection/use-connection.ts'
import { flashToast } from '../ui/feedback/flash-toast.ts'
import { createStore, useStore } from '../ui/create-store.ts'
import { showCarriedToasts } from '../ui/feedback/show-carried-toasts.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { SignInForm } from '../features/accounts/sign-in/sign-in-form.tsx'
import { SignUpForm } from '../features/accounts/sign-in/sign-up-form.tsx'

const shown = createStore<SignInDialog | null>(null)
const destination = createStore<string | undefined>(undefined)

/** Nobody is signed in yet, so there is nothing that could end. */
const connection = createConnection({
  storage: localStorage,
  onSignedOut: () => {},
  onSuspended: () => {},
  onRejected: () => {},
})

function openApp(): void {
  for (const sent of toast.getToasts())
    if ('title' in sent && typeof sent.title === 'string') flashToast(sent.type ?? 'message', sent.title)
  location.replace(destination.read() ?? '/dashboard')
}

function Dialogs() {
  return (
    <SignInDialogs
      open={useStore(shown)}
      onOpenChange={shown.set}
      hasNext={useStore(destination) !== undefined}
      onSignedIn={openApp}
    />
  )
}

const place = document.createElement('div')
document.body.append(place)
createRoot(place).render(
  <ConnectionContext value={connection}>
    <ApiContext value={connection.api}>
      <QueryClientProvider client={connection.queries}>
        <Dialogs />
        <Toaster />
      </QueryClientProvider>
    </ApiContext>
  </ConnectionContext>,
)

showCarriedToasts()

/** Shows a dialog; `next` is the path to open afterwards. */
export function showDialog(dialog: SignInDialog, next: string | undefined): void {
  destination.set(next)
  shown.set(dialog)
}

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
        description="Free for one project, without a card."
      >
        <SignUpForm leavesPage onSignedIn={onSignedIn} onSignIn={() => onOpenChange('sign-in')} />
      </Dialog>
    </>
  )
}
